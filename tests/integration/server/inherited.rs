//! A restart under systemd, which holds the listening socket.

use std::net::TcpListener;
use std::os::fd::OwnedFd;
use std::process::{Command, Stdio};

use tempfile::TempDir;
use tokio::net::TcpStream;

use super::client::Client;
use super::process::Process;

async fn starts(mut command: Command) -> Process {
    tokio::task::spawn_blocking(move || Process::try_start(&mut command).expect("it starts")).await.unwrap()
}

#[tokio::test]
async fn restart_keeps_the_socket_that_systemd_holds() {
    let data = TempDir::new().unwrap();
    let held = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = held.local_addr().unwrap();
    for life in 0..2 {
        // As systemd does: the socket is descriptor 3, announced by two variables.
        let mut shell = Command::new("sh");
        let script = "exec 3<&0 </dev/null; LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" serve --data \"$1\"";
        shell.args(["-c", script, env!("CARGO_BIN_EXE_arena")]).arg(data.path());
        shell.stdin(OwnedFd::from(held.try_clone().unwrap())).stderr(Stdio::null());
        // A client waits before the server runs.
        let early = TcpStream::connect(address).await.unwrap();
        let process = starts(shell).await;
        assert_eq!(process.address, address);
        drop(early);
        Client::player(process.address, if life == 0 { "Ann" } else { "Ben" }).await;
    }
}
