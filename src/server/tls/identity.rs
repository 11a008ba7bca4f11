//! Who the server is to those that connect by TLS: a certificate and its key.

use std::path::Path;
use std::sync::Arc;

use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::sign::{CertifiedKey, SingleCertAndKey};
use tokio_rustls::rustls::{self, ServerConfig};

use crate::settings::SettingsError;

/// The protocol in which an authority asks for a proof that a name leads here (RFC 8737).
pub(super) const PROOF: &[u8] = b"acme-tls/1";

/// A certificate with those that vouch for it, and what is made of it and its key.
pub(in crate::server) struct Identity {
    pub(super) chain: Vec<CertificateDer<'static>>,
    pub(super) config: Arc<ServerConfig>,
}

impl Identity {
    /// The one whose certificate and key stand in these files, which may be one.
    ///
    /// # Errors
    /// [`SettingsError::File`] naming the file that cannot be used.
    pub(super) fn read(certificate: &Path, key: &Path) -> Result<Self, SettingsError> {
        let chain = Self::chain(certificate)?;
        let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| unreadable(key, &error))?;
        Self::new(chain, secret).map_err(|error| wrong(key, format!("it does not go with the certificate: {error}")))
    }

    /// The certificates in a file, of which there is one at least.
    ///
    /// # Errors
    /// [`SettingsError::File`] naming the file where it cannot be used.
    pub(super) fn chain(path: &Path) -> Result<Vec<CertificateDer<'static>>, SettingsError> {
        let chain = CertificateDer::pem_file_iter(path)
            .and_then(Iterator::collect::<Result<Vec<_>, _>>)
            .map_err(|error| unreadable(path, &error))?;
        if chain.is_empty() {
            return Err(wrong(path, "there is no certificate in it as PEM".to_owned()));
        }
        Ok(chain)
    }

    /// A certificate, followed by those that vouch for it, and its key.
    ///
    /// # Errors
    /// When they do not go together.
    pub(super) fn new(chain: Vec<CertificateDer<'static>>, key: PrivateKeyDer<'static>) -> Result<Self, rustls::Error> {
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(chain.clone(), key)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self { chain, config: Arc::new(config) })
    }

    /// What is shown in a proof to an authority. Its certificate is not looked at before: it has an extension that nobody
    /// needs to know but the authority.
    ///
    /// # Errors
    /// When the key cannot be used.
    pub(super) fn proof(
        certificate: CertificateDer<'static>,
        key: PrivateKeyDer<'static>,
    ) -> Result<Arc<ServerConfig>, rustls::Error> {
        let provider = ring::default_provider();
        let shown = CertifiedKey::new(vec![certificate], provider.key_provider.load_private_key(key)?);
        let mut config = ServerConfig::builder_with_provider(Arc::new(provider))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(SingleCertAndKey::from(shown)));
        config.alpn_protocols = vec![PROOF.to_vec()];
        Ok(Arc::new(config))
    }

    /// The certificate itself.
    pub(super) fn certificate(&self) -> &CertificateDer<'static> {
        &self.chain[0]
    }
}

fn wrong(path: &Path, problem: String) -> SettingsError {
    SettingsError::File { path: path.to_owned(), problem }
}

fn unreadable(path: &Path, error: &rustls::pki_types::pem::Error) -> SettingsError {
    match error {
        rustls::pki_types::pem::Error::NoItemsFound => wrong(path, "there is none in it as PEM".to_owned()),
        error => wrong(path, error.to_string()),
    }
}
