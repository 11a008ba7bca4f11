//! Operations on a running server.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use super::app::App;
use super::edge::{Caller, Class};
#[cfg(unix)]
use super::tls::Tls;
use super::{EXPIRE, Running, StartError, error, owner_socket, retention, tournaments};
use crate::settings::reload::Reloaded;
use crate::settings::{Settings, SettingsError};
use arena_bots::Roster;
use arena_store::StoreError;
use arena_store::ratings::MeasuredBot;
use arena_tournament::{Control, Plan};

impl Running {
    /// Restores challenges, tournaments and unfinished matches from the store, and starts the tasks that act on them
    /// over time.
    ///
    /// # Errors
    /// [`StartError`] if the store cannot be read or written.
    pub(super) async fn restore(&self, anchors: Vec<MeasuredBot>) -> Result<(), StartError> {
        let app = &self.app;
        let unrestored = |error: error::ApiError| StartError::Restore(error.to_string());
        app.store.set_anchors(anchors).await?;
        // Matches and tournaments name the bots of modules.
        app.modules.restore().await.map_err(unrestored)?;
        let restored = app.lobby.restore().await.map_err(unrestored)?;
        app.challenges.restore().await?;
        app.daily.restore(&app.store)?;
        app.live.resume().await.map_err(unrestored)?;
        app.tournaments.resume().await.map_err(unrestored)?;
        app.modules.resume().await.map_err(unrestored)?;
        if restored > 0 {
            tracing::info!(restored, "matches go on");
        }
        self.until_stop(|app| async move { app.lobby.wake().await });
        self.until_stop(|app| async move { app.challenges.pool.run().await });
        self.until_stop(|app| async move {
            loop {
                tokio::time::sleep(EXPIRE).await;
                app.challenges.expire().await;
            }
        });
        self.until_stop(|app| async move {
            if let Err(error) = app.live.finish_deletions().await {
                tracing::warn!(%error, "names of deleted accounts still stand in matches; the next start goes on with it");
            }
        });
        self.until_stop(|app| retention::run(app.store.clone(), Arc::clone(&app.settings)));
        Ok(())
    }

    /// Runs a background task until the server stops.
    pub(super) fn until_stop<F>(&self, work: impl FnOnce(App) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let stopping = self.app.stopping.clone();
        self.background.spawn(stopping.run_until_cancelled_owned(work(self.app.clone())));
    }

    /// Shows a tournament on the page that this process plays without the server. See [`tournaments::OutsideRun`].
    ///
    /// # Errors
    /// If the tournament cannot be stored.
    pub async fn show(
        &self,
        plan: Arc<Plan>,
        file: String,
        control: &Arc<Control>,
    ) -> Result<tournaments::OutsideRun, error::ApiError> {
        self.app.tournaments.show(plan, file, control).await
    }

    /// Returns the server's parts and the token of a new guest with this name, for the user who started this process.
    ///
    /// # Errors
    /// If the player cannot be created.
    pub async fn owner(&self, name: String) -> Result<(App, String), error::ApiError> {
        let caller = Caller { address: IpAddr::V4(Ipv4Addr::LOCALHOST), class: Class::Guest, secure: false };
        let arrival = self.app.accounts.arrive(&caller, None, Some(name)).await?;
        let token = arrival.new_token.ok_or_else(|| error::ApiError::internal("a new player without a token"))?;
        Ok((self.app.clone(), token))
    }

    /// URL of the server for programs on this machine.
    #[must_use]
    pub fn url(&self) -> String {
        self.app.edge.url()
    }

    /// Creates a link that makes the browser that opens it the operator's. Returns it with its lifetime. It is valid
    /// once.
    #[must_use]
    pub fn operator_link(&self) -> (String, Duration) {
        self.app.edge.link()
    }

    /// Applies the settings of `read` that can change while the server runs, and uses `roster` for new matches. Running
    /// matches keep their bots.
    ///
    /// # Errors
    /// If the settings conflict with those that cannot change, or if the certificate is invalid. Nothing changes then.
    pub fn reload(&self, read: &Settings, roster: Roster) -> Result<Reloaded, SettingsError> {
        let app = &self.app;
        let identity = app.tls.as_ref().map(Tls::read).transpose()?;
        let mut reloaded = app.settings.get().reload(read)?;
        if let (Some(tls), Some(identity)) = (&app.tls, identity)
            && tls.set(identity)
        {
            reloaded.changed.push("the certificate".to_owned());
        }
        let Settings { server, limits, .. } = &reloaded.settings;
        app.edge.reload(server);
        app.limiter.reload(limits);
        app.topics.reload(limits.viewer_bytes, limits.lobby);
        app.store.limit_lists(Duration::from_millis(limits.list_ms));
        app.settings.set(reloaded.settings.clone());
        app.bots.set_roster(roster);
        Ok(reloaded)
    }

    /// Stops accepting requests, lets running operations end within `drain_ms`, and closes the store.
    ///
    /// # Errors
    /// If the store could not be closed cleanly. Acknowledged writes are not lost.
    pub async fn shut_down(self) -> Result<(), StoreError> {
        let Self { app, matches_stop, background, .. } = self;
        let drain = Duration::from_millis(app.settings.get().server.drain_ms);
        app.lobby.keep_seats();
        app.stopping.cancel();
        #[cfg(unix)]
        if let Some(path) = app.settings.get().server.socket() {
            owner_socket::remove(&path);
        }
        background.close();
        app.connections.close();
        let drained = async {
            background.wait().await;
            // Connections end first, so that their requests are still answered.
            app.connections.wait().await;
            matches_stop.cancel();
            tokio::join!(app.lobby.stopped(), app.tournaments.halt(), app.live.halt(), app.modules.halt());
        };
        if tokio::time::timeout(drain, drained).await.is_err() {
            tracing::warn!("not everything ended in time");
            matches_stop.cancel();
        }
        app.store.close().await
    }
}
