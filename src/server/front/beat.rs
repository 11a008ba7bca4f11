//! Whether the leader can be reached: a connection to it on which each byte is answered with one.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;

use super::{CONNECT_WITHIN, Leader, Others};
use crate::server::inner;

const BEAT_EVERY: Duration = Duration::from_millis(500);
/// A leader that has not answered for so long counts as gone.
const ANSWER_WITHIN: Duration = Duration::from_secs(2);
const AGAIN: Duration = Duration::from_millis(100);

/// Keeps `reachable` at the leader that others say there is, for as long as it answers. A leader that answers stays, also
/// when nobody says that it leads any more: perhaps it is this node that cannot ask.
pub(super) async fn watch_leader(mut others: watch::Receiver<Others>, reachable: watch::Sender<Option<Leader>>) {
    loop {
        let leader = others.borrow_and_update().leader.clone();
        let Some(leader) = leader else {
            if others.changed().await.is_err() {
                return;
            }
            continue;
        };
        if let Ok(Ok(mut stream)) = tokio::time::timeout(CONNECT_WITHIN, inner::connect_to_beat(&leader)).await
            && answers(&mut stream).await
        {
            reachable.send_replace(Some(leader.clone()));
            let is_replaced = |others: &Others| others.leader.as_ref().is_some_and(|newer| *newer != leader);
            let replaced = async { drop(others.wait_for(is_replaced).await) };
            tokio::select! {
                () = beat(stream) => {}
                () = replaced => {}
            }
            reachable.send_replace(None);
        }
        tokio::time::timeout(AGAIN, others.changed()).await.ok();
    }
}

/// Comes back when the other side does not answer any more.
async fn beat(mut stream: TcpStream) {
    while answers(&mut stream).await {
        tokio::time::sleep(BEAT_EVERY).await;
    }
}

async fn answers(stream: &mut TcpStream) -> bool {
    let once = async {
        stream.write_all(b".").await?;
        stream.read_exact(&mut [0]).await
    };
    matches!(tokio::time::timeout(ANSWER_WITHIN, once).await, Ok(Ok(_)))
}
