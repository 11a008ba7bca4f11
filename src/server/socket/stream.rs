//! The stream under a WebSocket. It is the TCP connection itself if HTTP used it directly, so that moves bypass the
//! layers of HTTP. Otherwise it is another stream, such as TLS.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Bytes;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::server::min_rate::MinRateStream;

pub(super) enum Stream {
    Plain(MinRateStream),
    Other(TokioIo<Upgraded>),
}

impl Stream {
    /// Returns the stream of an upgraded connection, and the bytes that were already read from it.
    pub(super) fn of(upgraded: Upgraded) -> (Self, Bytes) {
        match upgraded.downcast::<TokioIo<MinRateStream>>() {
            Ok(parts) => (Self::Plain(parts.io.into_inner()), parts.read_buf),
            Err(upgraded) => (Self::Other(TokioIo::new(upgraded)), Bytes::new()),
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_read(context, into),
            Self::Other(stream) => Pin::new(stream).poll_read(context, into),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_write(context, bytes),
            Self::Other(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_flush(context),
            Self::Other(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).poll_shutdown(context),
            Self::Other(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}
