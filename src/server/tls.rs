//! TLS for a server without a proxy. The certificate and the key are files, read at the start and at every reload.

mod identity;
mod validity;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use self::identity::Identity;
use super::reloadable::Reloadable;
use crate::settings::{Server, SettingsError};

/// Maximum number of bytes that wait in a connection's TLS buffer for a client that does not read: one record. The
/// limits count it.
const SENT: usize = 16 << 10;

/// The certificate that new connections are secured with.
pub(super) struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    identity: Reloadable<Identity>,
}

impl Tls {
    /// Reads the files that the settings name; `None` if they name no certificate.
    ///
    /// # Errors
    /// [`SettingsError::File`] with the file that is unreadable or does not match the other one.
    pub(super) fn new(settings: &Server) -> Result<Option<Self>, SettingsError> {
        if !settings.has_tls() {
            return Ok(None);
        }
        let (certificate, key) = (settings.tls_certificate.clone(), settings.tls_key.clone());
        let identity = Reloadable::new(Identity::read(&certificate, &key)?);
        Ok(Some(Self { certificate, key, identity }))
    }

    /// Reads the files again, for [`Self::set`].
    ///
    /// # Errors
    /// As for [`Tls::new`].
    pub(super) fn read(&self) -> Result<Identity, SettingsError> {
        Identity::read(&self.certificate, &self.key)
    }

    /// Uses `identity` for new connections. Returns whether the certificate has changed.
    pub(super) fn set(&self, identity: Identity) -> bool {
        let is_new = self.identity.get().chain != identity.chain;
        self.identity.set(identity);
        is_new
    }

    /// End of the validity of the server's certificate, in Unix milliseconds; `None` if it cannot be read.
    pub(super) fn expires_ms(&self) -> Option<u64> {
        validity::expires_ms(self.identity.get().chain.first()?)
    }

    /// Performs the handshake. Returns `None` if it fails or takes longer than `within`.
    pub(super) async fn accept<S>(&self, stream: S, within: Duration) -> Option<TlsStream<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let acceptor = TlsAcceptor::from(Arc::clone(&self.identity.get().config));
        let accepted = acceptor.accept_with(stream, |connection| connection.set_buffer_limit(Some(SENT)));
        tokio::time::timeout(within, accepted).await.ok()?.ok()
    }
}
