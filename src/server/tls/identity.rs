//! A certificate chain, its private key and the TLS configuration made from them.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};

use crate::settings::SettingsError;
use arena_bots::unreadable::{limited, why};

/// A PEM file has at most this many bytes.
const LARGEST: u64 = 1 << 20;

/// A certificate chain and the configuration for connections that present it.
pub(crate) struct Identity {
    pub(super) chain: Vec<CertificateDer<'static>>,
    pub(super) config: Arc<ServerConfig>,
}

impl Identity {
    /// Reads the certificate chain and the private key, both as PEM. They may be in the same file.
    ///
    /// # Errors
    /// [`SettingsError::File`] with the file that is unreadable or does not match the other one.
    pub(super) fn read(certificate: &Path, key: &Path) -> Result<Self, SettingsError> {
        let chain = Self::chain(certificate)?;
        let secret = PrivateKeyDer::from_pem_slice(&pem(key)?).map_err(|error| unreadable(key, &error))?;
        Self::new(chain, secret).map_err(|error| wrong(key, format!("the key does not match the certificate: {error}")))
    }

    /// The certificates in a file; at least one.
    ///
    /// # Errors
    /// [`SettingsError::File`] if the file is unreadable or has no certificate.
    fn chain(path: &Path) -> Result<Vec<CertificateDer<'static>>, SettingsError> {
        let chain = CertificateDer::pem_slice_iter(&pem(path)?)
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| unreadable(path, &error))?;
        if chain.is_empty() {
            return Err(wrong(path, "no PEM certificate found".to_owned()));
        }
        Ok(chain)
    }

    /// # Errors
    /// If the key does not belong to the first certificate.
    fn new(chain: Vec<CertificateDer<'static>>, key: PrivateKeyDer<'static>) -> Result<Self, rustls::Error> {
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(chain.clone(), key)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self { chain, config: Arc::new(config) })
    }
}

/// Reads a PEM file.
fn pem(path: &Path) -> Result<Vec<u8>, SettingsError> {
    let read = File::open(path).and_then(|file| limited(file, LARGEST));
    read.map_err(|error| wrong(path, why(path, &error)))
}

fn wrong(path: &Path, problem: String) -> SettingsError {
    SettingsError::File { path: path.to_owned(), problem }
}

fn unreadable(path: &Path, error: &rustls::pki_types::pem::Error) -> SettingsError {
    match error {
        rustls::pki_types::pem::Error::NoItemsFound => wrong(path, "no PEM section found".to_owned()),
        error => wrong(path, error.to_string()),
    }
}
