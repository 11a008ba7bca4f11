//! The topics to which a connection subscribes.

use axum::http::StatusCode;
use std::sync::Arc;
use std::time::Instant;

use uuid::Uuid;

use super::{Session, no_topic};
use crate::error::ApiError;
use crate::topics::Topic;
use crate::{lectures, thinking};
use arena_games::diagnostic;
use arena_play::handle::MatchHandle;
use arena_protocol::FromServer;

impl Session {
    /// Subscribes to a topic and sends its current state.
    pub(super) async fn subscribe(
        &mut self,
        re: Option<u64>,
        name: &str,
        matches: Vec<Uuid>,
        challenges: Vec<Uuid>,
    ) -> Result<(), ApiError> {
        let topic = Topic::parse(name).ok_or_else(|| no_topic(name))?;
        let (app, link) = (self.app.clone(), self.link);
        let ok = FromServer::Ok { re, id: None, seq: None };
        match topic {
            Topic::Lobby => {
                self.check_topics()?;
                self.queue.send(&ok);
                app.topics.subscribe_lobby(&app.lobby, link, &self.queue);
            }
            Topic::Boards => {
                let looked = self.boards(matches).await?;
                self.check_topics()?;
                self.queue.send(&ok);
                app.topics.subscribe_boards(&app.lobby, looked, link, &self.queue);
            }
            Topic::Challenges => {
                self.check_topics()?;
                let player = self.row()?.id;
                self.queue.send(&ok);
                let ended = app.challenges.listen(player, link, &self.queue, challenges);
                app.challenges.tell_ended(player, ended, &self.queue).await;
            }
            Topic::Announcements => {
                self.check_topics()?;
                self.queue.send(&ok);
                app.topics.subscribe_announcements(link, &self.queue);
            }
            Topic::Thinking(id) => {
                self.check_topics()?;
                let person = self.row()?.owner();
                let handle = app.lobby.find(id).await?;
                thinking::check_match(&handle, app.live.holds(id))?;
                if app.lobby.rated_people().contains(&(handle.setup().game, person)) {
                    return Err(thinking::plays_rated());
                }
                self.queue.send(&ok);
                app.topics.subscribe_thinking(&handle, person, link, &self.queue);
            }
            Topic::Lecture(id) => {
                self.check_topics()?;
                let path = app.lectures.path(id, Instant::now())?;
                self.queue.send(&ok);
                let first = lectures::message(None, id, &path, None).text().into();
                app.topics.subscribe_newest(topic, link, &self.queue, first);
            }
            Topic::Tournament(id) => {
                self.check_topics()?;
                self.queue.admit_history().map_err(ApiError::too_much_sent)?;
                let before = app.tournaments.state(id).await?;
                let first = app.tournaments.message(id).await?;
                let first: Arc<str> =
                    app.rendering.run_for(self.caller.address, move || Ok(first.text().into())).await?;
                self.queue.charge_history(first.len());
                self.queue.send(&ok);
                app.topics.subscribe_newest(topic, link, &self.queue, first);
                // The tournament may have ended or been paused in between, and then nothing more would be published.
                if app.tournaments.state(id).await? != before {
                    app.topics.publish_tournament(id, &app.tournaments.message(id).await?);
                }
            }
        }
        self.topics.insert(topic);
        Ok(())
    }

    /// Returns the matches whose boards are to be sent, without duplicates.
    async fn boards(&self, mut matches: Vec<Uuid>) -> Result<Vec<MatchHandle>, ApiError> {
        let most = self.settings.limits.boards;
        matches.sort_unstable();
        matches.dedup();
        if matches.len() > most {
            let given = matches.len();
            return Err(ApiError::over_limit(diagnostic!(
                "boards",
                "at most {most} boards can be subscribed to, got {given}",
                given,
                most
            )));
        }
        let (mut looked, mut gone) = (Vec::with_capacity(matches.len()), None);
        for id in matches {
            match self.app.lobby.find(id).await {
                Ok(handle) => looked.push(handle),
                // A match that is gone, or for which there is no room, does not hide the others.
                Err(error) if matches!(error.status(), StatusCode::NOT_FOUND | StatusCode::TOO_MANY_REQUESTS) => {
                    gone = Some(error);
                }
                Err(error) => return Err(error),
            }
        }
        gone.filter(|_| looked.is_empty()).map_or(Ok(looked), Err)
    }

    fn check_topics(&self) -> Result<(), ApiError> {
        let most = self.settings.limits.followed;
        if self.topics.len() >= most {
            return Err(ApiError::over_limit(diagnostic!(
                "topics",
                "a connection can subscribe to at most {most} topics; unsubscribe from one first",
                most
            )));
        }
        Ok(())
    }
}
