//! Certificates from an authority that signs them for whoever proves that a name leads to them (ACME, RFC 8555), by the proof that
//! needs no other port than the server's own (TLS-ALPN, RFC 8737).
//!
//! Account and certificate stand in the data directory. A certificate is replaced when a third of its time is left, as the
//! authorities ask; until there is a first one, connections are secured by one of the server's own making, which nobody trusts.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::Request;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use instant_acme::{
    Account, AccountCredentials, AuthorizationStatus, BodyWrapper, BytesResponse, ChallengeType, HttpClient,
    Identifier, NewAccount, NewOrder, OrderStatus, RetryPolicy,
};
use rcgen::{CertificateParams, CertifiedKey, CustomExtension, KeyPair, generate_simple_self_signed};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};
use x509_parser::parse_x509_certificate;
use x509_parser::prelude::GeneralName;

use super::identity::Identity;
use crate::server::private_file;
use crate::server::time::unix_ms;
use crate::settings::{Server, SettingsError};

/// After a failure it is tried again so much later, and each time twice as long up to the second.
const AGAIN: Duration = Duration::from_secs(60);
const AGAIN_AT_MOST: Duration = Duration::from_secs(6 * 3_600);

/// A certificate's time is looked at so often.
const LOOK: Duration = Duration::from_secs(3_600);

/// How long the authority may take for its proofs, and for the certificate.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long it may take for a single answer.
const ANSWER: Duration = Duration::from_secs(30);

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
enum AcmeError {
    #[error("the authority: {0}")]
    Authority(#[from] instant_acme::Error),
    #[error("the authority does not take this server for {0}")]
    Unproved(String),
    #[error("the authority offers no proof by TLS (tls-alpn-01) for {0}")]
    NoSuchProof(String),
    #[error("{}: {cause}", path.display())]
    File { path: PathBuf, cause: std::io::Error },
    #[error("the system has no certificates that vouch for an authority: name one by acme_root")]
    NoRoots,
    #[error("{}: {cause}", path.display())]
    Credentials { path: PathBuf, cause: serde_json::Error },
    #[error("no certificate can be made: {0}")]
    Made(#[from] rcgen::Error),
    #[error("the certificate cannot be used: {0}")]
    Used(#[from] tokio_rustls::rustls::Error),
    #[error(transparent)]
    Read(#[from] SettingsError),
}

/// What proves to the authority that names lead here, by name.
pub(super) type Proofs = HashMap<String, Arc<ServerConfig>>;

/// The certificate that was got for these names and still counts, or one of the server's own making until there is one.
///
/// # Errors
/// [`SettingsError::File`] where there is a file that cannot be used.
pub(super) fn stored(data: &Path, names: &[String]) -> Result<Identity, SettingsError> {
    let path = certificate_file(data);
    if path.exists() {
        let identity = Identity::read(&path, &path)?;
        if Validity::of(identity.certificate()).is_some_and(|validity| validity.counts_for(names)) {
            return Ok(identity);
        }
    }
    let own = || {
        let CertifiedKey { cert, signing_key } = generate_simple_self_signed(names)?;
        Ok::<_, AcmeError>(Identity::new(vec![cert.der().clone()], key_of(&signing_key))?)
    };
    own().map_err(|error| SettingsError::File { path, problem: error.to_string() })
}

/// Gets a certificate where there is none that counts, and another one in time, for good.
pub(super) async fn keep(settings: &Server, prove: impl Fn(Proofs), set: impl Fn(Identity)) {
    let names = settings.acme_domains.join(", ");
    let mut again = AGAIN;
    loop {
        let mut wait = LOOK;
        if is_due(settings) {
            let got = obtain(settings, &prove).await;
            prove(Proofs::default());
            match got {
                Ok(identity) => {
                    tracing::info!(names, "the authority has certified this server");
                    set(identity);
                    again = AGAIN;
                }
                Err(error) => {
                    tracing::warn!(names, %error, again_s = again.as_secs(), "no certificate for now");
                    wait = again;
                    again = (again * 2).min(AGAIN_AT_MOST);
                }
            }
        }
        tokio::time::sleep(wait).await;
    }
}

/// Whether it is time for another certificate.
fn is_due(settings: &Server) -> bool {
    let path = certificate_file(&settings.data);
    let known = Identity::read(&path, &path).ok().and_then(|identity| Validity::of(identity.certificate()));
    known.is_none_or(|validity| !validity.counts_for(&settings.acme_domains) || validity.is_late())
}

async fn obtain(settings: &Server, prove: &impl Fn(Proofs)) -> Result<Identity, AcmeError> {
    let patience = RetryPolicy::default().timeout(PATIENCE);
    let names: Vec<Identifier> = settings.acme_domains.iter().cloned().map(Identifier::Dns).collect();
    let mut order = account(settings).await?.new_order(&NewOrder::new(&names)).await?;
    let mut proofs = Proofs::default();
    let mut authorizations = order.authorizations();
    while let Some(authorization) = authorizations.next().await {
        let mut authorization = authorization?;
        if authorization.status == AuthorizationStatus::Valid {
            continue;
        }
        let name = authorization.identifier().to_string();
        let challenge = authorization.challenge(ChallengeType::TlsAlpn01);
        let mut challenge = challenge.ok_or_else(|| AcmeError::NoSuchProof(name.clone()))?;
        let key = KeyPair::generate()?;
        let mut proof = CertificateParams::new([name.clone()])?;
        let authorized = challenge.key_authorization();
        proof.custom_extensions = vec![CustomExtension::new_acme_identifier(authorized.digest().as_ref())];
        let certificate = proof.self_signed(&key)?;
        proofs.insert(name, Identity::proof(certificate.der().clone(), key_of(&key))?);
        prove(proofs.clone());
        challenge.set_ready().await?;
    }
    if order.poll_ready(&patience).await? != OrderStatus::Ready {
        return Err(AcmeError::Unproved(unproved(&mut order).await));
    }
    let key = order.finalize().await?;
    let chain = order.poll_certificate(&patience).await?;
    let path = certificate_file(&settings.data);
    private_file::replace(&path, &format!("{}\n{key}", chain.trim_end()))
        .map_err(|cause| AcmeError::File { path: path.clone(), cause })?;
    Ok(Identity::read(&path, &path)?)
}

/// The names that could not be proved, with what the authority says of them.
async fn unproved(order: &mut instant_acme::Order) -> String {
    let mut said = Vec::new();
    let mut authorizations = order.authorizations();
    while let Some(Ok(mut authorization)) = authorizations.next().await {
        let Ok(state) = authorization.refresh().await else { continue };
        if state.status == AuthorizationStatus::Valid {
            continue;
        }
        let name = state.identifier().to_string();
        let problem = state.challenges.iter().find_map(|challenge| challenge.error.as_ref());
        said.push(problem.map_or_else(|| name.clone(), |problem| format!("{name}: {problem}")));
    }
    said.join("; ")
}

/// The account at this authority: the one that was made there before, or a new one.
async fn account(settings: &Server) -> Result<Account, AcmeError> {
    let builder = || Ok::<_, AcmeError>(Account::builder_with_http(Box::new(Https::new(&settings.acme_root)?)));
    let path = folder(&settings.data).join("account.json");
    let unusable = |cause| AcmeError::File { path: path.clone(), cause };
    let unread = |cause| AcmeError::Credentials { path: path.clone(), cause };
    match std::fs::read_to_string(&path) {
        Ok(text) => {
            let stored: StoredAccount = serde_json::from_str(&text).map_err(unread)?;
            if stored.directory == settings.acme_directory {
                return Ok(builder()?.from_credentials(stored.credentials).await?);
            }
        }
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(unusable(error)),
        Err(_) => {}
    }
    let contact = Some(&settings.acme_contact).filter(|contact| !contact.is_empty());
    let contact: Vec<String> = contact.map(|contact| format!("mailto:{contact}")).into_iter().collect();
    let contact: Vec<&str> = contact.iter().map(String::as_str).collect();
    let new = NewAccount { contact: &contact, terms_of_service_agreed: true, only_return_existing: false };
    let directory = settings.acme_directory.clone();
    let (account, credentials) = builder()?.create(&new, directory.clone(), None).await?;
    let text = serde_json::to_string(&StoredAccount { directory, credentials }).map_err(unread)?;
    std::fs::create_dir_all(folder(&settings.data)).map_err(unusable)?;
    private_file::replace(&path, &text).map_err(unusable)?;
    Ok(account)
}

/// Requests to the authority.
struct Https(Client<HttpsConnector<HttpConnector>, BodyWrapper<Bytes>>);

impl Https {
    /// Believes whom these certificates vouch for; those of the system where no file is named.
    fn new(root: &Path) -> Result<Self, AcmeError> {
        let trusted = if root.as_os_str().is_empty() {
            // Those that cannot be read are left out.
            rustls_native_certs::load_native_certs().certs
        } else {
            Identity::chain(root)?
        };
        let mut roots = RootCertStore::empty();
        if roots.add_parsable_certificates(trusted).0 == 0 {
            return Err(AcmeError::NoRoots);
        }
        let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let connector = HttpsConnectorBuilder::new().with_tls_config(tls).https_only().enable_http1().build();
        Ok(Self(Client::builder(TokioExecutor::new()).build(connector)))
    }
}

impl HttpClient for Https {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, instant_acme::Error>> + Send>> {
        let answer = tokio::time::timeout(ANSWER, self.0.request(request));
        Box::pin(async move {
            let failed = |error| instant_acme::Error::Other(error);
            let answer = answer.await.map_err(|late| failed(Box::new(late)))?;
            answer.map(BytesResponse::from).map_err(|error| failed(Box::new(error)))
        })
    }
}

/// What is kept of an account.
#[derive(serde::Serialize, serde::Deserialize)]
struct StoredAccount {
    /// Where it is known.
    directory: String,
    credentials: AccountCredentials,
}

/// When a certificate counts, and for whom.
struct Validity {
    from: i64,
    to: i64,
    names: Vec<String>,
}

impl Validity {
    /// None for what is no certificate.
    fn of(certificate: &CertificateDer<'_>) -> Option<Self> {
        let (_, read) = parse_x509_certificate(certificate).ok()?;
        let names = read.subject_alternative_name().ok()??.value.general_names.iter();
        let names = names.filter_map(|name| match name {
            GeneralName::DNSName(name) => Some((*name).to_owned()),
            _ => None,
        });
        let validity = read.validity();
        Some(Self { from: validity.not_before.timestamp(), to: validity.not_after.timestamp(), names: names.collect() })
    }

    /// Whether it is for all these names and not over.
    fn counts_for(&self, names: &[String]) -> bool {
        now() < self.to && names.iter().all(|name| self.names.iter().any(|known| known.eq_ignore_ascii_case(name)))
    }

    /// Whether no more than a third of its time is left.
    fn is_late(&self) -> bool {
        now() >= self.to - (self.to - self.from) / 3
    }
}

/// Seconds since 1970.
fn now() -> i64 {
    i64::try_from(unix_ms() / 1_000).unwrap_or(i64::MAX)
}

fn key_of(key: &KeyPair) -> PrivateKeyDer<'static> {
    PrivateKeyDer::Pkcs8(key.serialize_der().into())
}

fn folder(data: &Path) -> PathBuf {
    data.join("acme")
}

/// Certificate and key, in one file, so that they always go together.
fn certificate_file(data: &Path) -> PathBuf {
    folder(data).join("certificate.pem")
}
