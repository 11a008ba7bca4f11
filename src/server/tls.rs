//! TLS for a server without a proxy in front of it: certificate and key, from files that are read at the start and at every
//! reload, or from an authority that is asked for them.

mod acme;
mod identity;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio_rustls::LazyConfigAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::server::{Acceptor, ClientHello};
use tokio_rustls::server::TlsStream;

use self::identity::{Identity, PROOF};
use super::current::Current;
use crate::settings::{Server, SettingsError};

/// What connections are secured by.
pub(super) struct Tls {
    /// Where the files of certificate and key are; none where an authority is asked.
    files: Option<(PathBuf, PathBuf)>,
    identity: Current<Identity>,
    /// What is shown to an authority that asks for a proof that a name leads here, by name.
    proofs: Mutex<HashMap<String, Arc<ServerConfig>>>,
}

impl Tls {
    /// As the settings say; none where they name no certificate.
    ///
    /// # Errors
    /// [`SettingsError::File`] naming the file that cannot be read, or whose key is not the certificate's.
    pub(super) fn new(settings: &Server) -> Result<Option<Self>, SettingsError> {
        let Server { tls_certificate: certificate, tls_key: key, data, acme_domains, .. } = settings;
        let (files, identity) = if settings.has_acme() {
            (None, acme::stored(data, acme_domains)?)
        } else if certificate.as_os_str().is_empty() {
            return Ok(None);
        } else {
            (Some((certificate.clone(), key.clone())), Identity::read(certificate, key)?)
        };
        Ok(Some(Self { files, identity: Current::new(identity), proofs: Mutex::default() }))
    }

    /// What the files say now, to be [set](Self::set); none where an authority is asked.
    ///
    /// # Errors
    /// As for [`Tls::new`].
    pub(super) fn read(&self) -> Result<Option<Identity>, SettingsError> {
        self.files.as_ref().map(|(certificate, key)| Identity::read(certificate, key)).transpose()
    }

    /// From now on new connections are secured by this; whether the certificate is another one than before.
    pub(super) fn set(&self, identity: Identity) -> bool {
        let is_new = self.identity.get().chain != identity.chain;
        self.identity.set(identity);
        is_new
    }

    /// Gets a certificate from the authority of these settings, and another one in time, for as long as the server runs.
    pub(super) async fn keep_certified(&self, settings: &Server) {
        acme::keep(settings, |proofs| *self.proofs() = proofs, |identity| self.identity.set(identity)).await;
    }

    fn proofs(&self) -> MutexGuard<'_, HashMap<String, Arc<ServerConfig>>> {
        self.proofs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Secures a connection; none where the peer does not within this time, or wanted no more than a proof.
    pub(super) async fn accept<S>(&self, stream: S, within: Duration) -> Option<TlsStream<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        tokio::time::timeout(within, self.greet(stream)).await.ok()?
    }

    async fn greet<S>(&self, stream: S) -> Option<TlsStream<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let hello = LazyConfigAcceptor::new(Acceptor::default(), stream).await.ok()?;
        if let Some(proof) = self.proof_for(&hello.client_hello()) {
            // All that is asked for is the handshake.
            hello.into_stream(proof).await.ok()?.shutdown().await.ok();
            return None;
        }
        hello.into_stream(Arc::clone(&self.identity.get().config)).await.ok()
    }

    fn proof_for(&self, hello: &ClientHello<'_>) -> Option<Arc<ServerConfig>> {
        let asks = hello.alpn().is_some_and(|mut offered| offered.any(|protocol| protocol == PROOF));
        self.proofs().get(hello.server_name().filter(|_| asks)?).cloned()
    }
}
