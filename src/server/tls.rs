//! TLS for a server without a proxy in front of it: certificate and key, read at the start and at every reload.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};
use tokio_rustls::server::TlsStream;

use super::current::Current;
use crate::settings::{Server, SettingsError};

/// What connections are secured by.
pub(super) struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    identity: Current<Identity>,
}

/// A certificate with those that vouch for it, and what is made of it and its key.
pub(super) struct Identity {
    chain: Vec<CertificateDer<'static>>,
    config: Arc<ServerConfig>,
}

impl Tls {
    /// As the settings say; none where they name no certificate.
    ///
    /// # Errors
    /// [`SettingsError::File`] naming the file that cannot be read, or whose key is not the certificate's.
    pub(super) fn new(settings: &Server) -> Result<Option<Self>, SettingsError> {
        let Server { tls_certificate: certificate, tls_key: key, .. } = settings;
        if certificate.as_os_str().is_empty() {
            return Ok(None);
        }
        let identity = Current::new(read(certificate, key)?);
        Ok(Some(Self { certificate: certificate.clone(), key: key.clone(), identity }))
    }

    /// What the files say now, to be [set](Self::set).
    ///
    /// # Errors
    /// As for [`Tls::new`].
    pub(super) fn read(&self) -> Result<Identity, SettingsError> {
        read(&self.certificate, &self.key)
    }

    /// From now on new connections are secured by this; whether the certificate is another one than before.
    pub(super) fn set(&self, identity: Identity) -> bool {
        let is_new = self.identity.get().chain != identity.chain;
        self.identity.set(identity);
        is_new
    }

    /// Secures a connection; none where the peer does not within this time.
    pub(super) async fn accept<S>(&self, stream: S, within: Duration) -> Option<TlsStream<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let acceptor = TlsAcceptor::from(Arc::clone(&self.identity.get().config));
        tokio::time::timeout(within, acceptor.accept(stream)).await.ok()?.ok()
    }
}

fn read(certificate: &Path, key: &Path) -> Result<Identity, SettingsError> {
    let wrong = |path: &Path, problem: String| SettingsError::File { path: path.to_owned(), problem };
    let unreadable = |path: &Path, error: rustls::pki_types::pem::Error| match error {
        rustls::pki_types::pem::Error::NoItemsFound => wrong(path, "there is none in it as PEM".to_owned()),
        error => wrong(path, error.to_string()),
    };
    let chain = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| unreadable(certificate, error))?;
    if chain.is_empty() {
        return Err(wrong(certificate, "there is no certificate in it as PEM".to_owned()));
    }
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| unreadable(key, error))?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|versions| versions.with_no_client_auth().with_single_cert(chain.clone(), secret));
    let mut config = config.map_err(|error| wrong(key, format!("it does not go with the certificate: {error}")))?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Identity { chain, config: Arc::new(config) })
}
