//! An authority that signs certificates for whoever proves a name by TLS-ALPN: as much of RFC 8555 as a client needs who makes no
//! mistakes. Nonces count once, proofs are looked at where the name leads, and the certificate is for the key of the request.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, SystemTime};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Method, Response, StatusCode, Uri};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use rcgen::{BasicConstraints, CertificateParams, CertificateSigningRequestParams, IsCa, Issuer, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_rustls::rustls::{self, ClientConfig, DigitallySignedStruct, RootCertStore, ServerConfig, SignatureScheme};
use tokio_rustls::{TlsAcceptor, TlsConnector};
use x509_parser::parse_x509_certificate;

const PROOF: &[u8] = b"acme-tls/1";

pub(super) struct Authority {
    shared: Arc<Shared>,
    folder: TempDir,
}

struct Shared {
    address: SocketAddr,
    issuer: Issuer<'static, KeyPair>,
    root: CertificateDer<'static>,
    state: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    nonces: HashSet<String>,
    given: u64,
    /// The account's key as proofs name it.
    thumbprint: String,
    names: Vec<String>,
    proved: Vec<Option<bool>>,
    chain: Option<String>,
    /// Where names lead; none until it is said.
    leads_to: Option<Option<SocketAddr>>,
    /// Days from now.
    from_to: (i64, i64),
    said: Vec<String>,
}

impl Authority {
    pub(super) async fn start() -> Self {
        let (key, mut params) = (KeyPair::generate().unwrap(), CertificateParams::new([]).unwrap());
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let root = params.self_signed(&key).unwrap();
        let issuer = Issuer::new(params, key);
        let own_key = KeyPair::generate().unwrap();
        let own = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap().signed_by(&own_key, &issuer).unwrap();
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join("root.pem"), root.pem()).unwrap();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let shared = Arc::new(Shared {
            address: listener.local_addr().unwrap(),
            issuer,
            root: root.der().clone(),
            state: Mutex::new(Known { from_to: (-1, 89), ..Known::default() }),
        });
        let tls = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![own.der().clone()], PrivateKeyDer::Pkcs8(own_key.serialize_der().into()))
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(tls));
        let router = Router::new().fallback(handle).with_state(Arc::clone(&shared));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, router) = (acceptor.clone(), router.clone());
                tokio::spawn(async move {
                    let stream = TokioIo::new(acceptor.accept(stream).await.unwrap());
                    let service = TowerToHyperService::new(router);
                    // The client ends connections as it likes.
                    Builder::new(TokioExecutor::new()).serve_connection(stream, service).await.ok();
                });
            }
        });
        Self { shared, folder }
    }

    pub(super) fn directory(&self) -> String {
        self.shared.url("directory")
    }

    /// The file that vouches for the directory.
    pub(super) fn root(&self) -> PathBuf {
        self.folder.path().join("root.pem")
    }

    /// Where every name leads.
    pub(super) fn leads_to(&self, address: SocketAddr) {
        self.shared.known().leads_to = Some(Some(address));
    }

    pub(super) fn leads_nowhere(&self) {
        self.shared.known().leads_to = Some(None);
    }

    /// Certificates count from so many days ago for so many more.
    pub(super) fn certifies_from(&self, from: i64, to: i64) {
        self.shared.known().from_to = (from, to);
    }

    /// What has happened.
    pub(super) fn said(&self) -> Vec<String> {
        self.shared.known().said.clone()
    }

    /// A connection to a server that this authority has certified.
    pub(super) async fn connect(&self, to: SocketAddr, name: &str) -> std::io::Result<TlsStream<TcpStream>> {
        let mut roots = RootCertStore::empty();
        roots.add(self.shared.root.clone()).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let name = ServerName::try_from(name.to_owned()).unwrap();
        TlsConnector::from(Arc::new(config)).connect(name, TcpStream::connect(to).await?).await
    }

    /// The certificate that a server shows.
    pub(super) async fn shown(&self, to: SocketAddr, name: &str) -> CertificateDer<'static> {
        shown(to, name, b"http/1.1").await.unwrap()
    }
}

impl Shared {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.state.lock().unwrap()
    }

    fn url(&self, path: &str) -> String {
        format!("https://{}/{path}", self.address)
    }

    fn authorization(&self, number: usize) -> Value {
        let known = self.known();
        let status = match known.proved[number] {
            None => "pending",
            Some(true) => "valid",
            Some(false) => "invalid",
        };
        json!({
            "identifier": {"type": "dns", "value": known.names[number]},
            "status": status,
            "challenges": [{
                "type": "tls-alpn-01",
                "url": self.url(&format!("challenge/{number}")),
                "token": token(number),
                "status": status,
            }],
        })
    }

    fn order(&self) -> Value {
        let known = self.known();
        let status = match &known.chain {
            Some(_) => "valid",
            None if known.proved.contains(&Some(false)) => "invalid",
            None if known.proved.iter().all(|proved| *proved == Some(true)) => "ready",
            None => "pending",
        };
        let numbers = 0..known.names.len();
        json!({
            "status": status,
            "identifiers": known.names.iter().map(|name| json!({"type": "dns", "value": name})).collect::<Vec<_>>(),
            "authorizations": numbers.map(|number| self.url(&format!("authorization/{number}"))).collect::<Vec<_>>(),
            "finalize": self.url("finalize"),
            "certificate": known.chain.as_ref().map(|_| self.url("certificate")),
        })
    }

    /// Looks at the proof where the name leads.
    async fn prove(&self, number: usize) {
        let to = loop {
            if let Some(to) = self.known().leads_to {
                break to;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        let (name, expected) = {
            let known = self.known();
            let authorization = format!("{}.{}", token(number), known.thumbprint);
            (known.names[number].clone(), Sha256::digest(authorization))
        };
        let proved = match to {
            None => false,
            Some(to) => shown(to, &name, PROOF).await.is_ok_and(|certificate| proves(&certificate, &expected)),
        };
        let mut known = self.known();
        known.proved[number] = Some(proved);
        known.said.push(format!("{} {name}", if proved { "proved" } else { "not proved" }));
    }

    /// Signs the request, for the names that were proved.
    fn certify(&self, request: &[u8]) {
        let mut known = self.known();
        assert!(known.proved.iter().all(|proved| *proved == Some(true)), "nothing is signed before the proofs");
        let mut request = CertificateSigningRequestParams::from_der(&request.to_vec().into()).unwrap();
        let (from, to) = known.from_to;
        let days = |days: i64| Duration::from_secs(days.unsigned_abs() * 86_400);
        request.params.not_before = (SystemTime::now() - days(from)).into();
        request.params.not_after = (SystemTime::now() + days(to)).into();
        known.chain = Some(request.signed_by(&self.issuer).unwrap().pem());
        known.said.push("certified".to_owned());
    }
}

fn token(number: usize) -> String {
    format!("token-{number}")
}

/// Whether a certificate holds this digest in the extension of RFC 8737.
fn proves(certificate: &CertificateDer<'_>, digest: &[u8]) -> bool {
    let (_, read) = parse_x509_certificate(certificate).unwrap();
    let extension = read.extensions().iter().find(|extension| extension.oid.to_id_string() == "1.3.6.1.5.5.7.1.31");
    // A digest of 32 bytes is an octet string: 04 20 and the bytes.
    extension.is_some_and(|extension| extension.critical && extension.value == [&[4, 32], digest].concat())
}

async fn handle(State(shared): State<Arc<Shared>>, method: Method, uri: Uri, body: String) -> Response<Body> {
    let path = uri.path().trim_start_matches('/').to_owned();
    let (status, location, said) = if path == "directory" {
        let urls = ["newNonce", "newAccount", "newOrder", "revokeCert", "keyChange"];
        (
            StatusCode::OK,
            None,
            Value::Object(urls.map(|name| (name.to_owned(), shared.url(name).into())).into_iter().collect()),
        )
    } else if method == Method::POST {
        post(&shared, &path, &serde_json::from_str(&body).unwrap()).await
    } else {
        (StatusCode::OK, None, Value::Null)
    };
    let nonce = {
        let mut known = shared.known();
        known.given += 1;
        let nonce = format!("nonce-{}", known.given);
        known.nonces.insert(nonce.clone());
        nonce
    };
    let mut response = Response::builder().status(status).header("Replay-Nonce", nonce);
    if let Some(location) = location {
        response = response.header("Location", shared.url(location));
    }
    let body = if let Value::String(text) = said { text } else { said.to_string() };
    response.body(body.into()).unwrap()
}

/// A signed request: what it asks for, answered.
async fn post(shared: &Shared, path: &str, signed: &Value) -> (StatusCode, Option<&'static str>, Value) {
    let part = |key: &str| BASE64_URL_SAFE_NO_PAD.decode(signed[key].as_str().unwrap()).unwrap();
    let header: Value = serde_json::from_slice(&part("protected")).unwrap();
    assert!(shared.known().nonces.remove(header["nonce"].as_str().unwrap()), "a nonce counts once");
    assert_eq!(header["url"], shared.url(path));
    let payload: Value = serde_json::from_slice(&part("payload")).unwrap_or_default();
    let number = || path.rsplit_once('/').unwrap().1.parse::<usize>().unwrap();
    match path.split('/').next().unwrap() {
        "newAccount" => {
            let key = &header["jwk"];
            // The members in the order of the alphabet (RFC 7638).
            let ordered = format!(r#"{{"crv":{},"kty":{},"x":{},"y":{}}}"#, key["crv"], key["kty"], key["x"], key["y"]);
            let mut known = shared.known();
            known.thumbprint = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(ordered));
            known.said.push(format!("account {}", payload["contact"][0].as_str().unwrap_or("of nobody")));
            (StatusCode::CREATED, Some("account"), json!({"status": "valid"}))
        }
        "newOrder" => {
            {
                let mut known = shared.known();
                let names = payload["identifiers"].as_array().unwrap().iter();
                known.names = names.map(|name| name["value"].as_str().unwrap().to_owned()).collect();
                known.proved = vec![None; known.names.len()];
                known.chain = None;
            }
            (StatusCode::CREATED, Some("order"), shared.order())
        }
        "order" => (StatusCode::OK, Some("order"), shared.order()),
        "authorization" => (StatusCode::OK, None, shared.authorization(number())),
        "challenge" => {
            shared.prove(number()).await;
            (StatusCode::OK, None, shared.authorization(number())["challenges"][0].clone())
        }
        "finalize" => {
            shared.certify(&BASE64_URL_SAFE_NO_PAD.decode(payload["csr"].as_str().unwrap()).unwrap());
            (StatusCode::OK, Some("order"), shared.order())
        }
        "certificate" => (StatusCode::OK, None, shared.known().chain.clone().into()),
        other => panic!("nobody asks for {other}"),
    }
}

/// The certificate that is shown by whoever is at `to` to one who asks for this name and protocol.
async fn shown(to: SocketAddr, name: &str, protocol: &[u8]) -> std::io::Result<CertificateDer<'static>> {
    let provider = Arc::new(ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .unwrap()
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Anyone(provider)))
        .with_no_client_auth();
    config.alpn_protocols = vec![protocol.to_vec()];
    let name = ServerName::try_from(name.to_owned()).unwrap();
    let stream = TlsConnector::from(Arc::new(config)).connect(name, TcpStream::connect(to).await?).await?;
    let (_, connection) = stream.get_ref();
    assert_eq!(connection.alpn_protocol(), Some(protocol), "that is what was asked for");
    Ok(connection.peer_certificates().unwrap()[0].clone())
}

/// Takes every certificate: it is looked at later.
#[derive(Debug)]
struct Anyone(Arc<rustls::crypto::CryptoProvider>);

impl ServerCertVerifier for Anyone {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
