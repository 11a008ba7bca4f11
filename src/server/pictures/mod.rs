//! Pictures for link previews, and animations of matches.
//!
//! Each is drawn once and kept in a cache of limited size. They are drawn on the threads for large answers, one at a time
//! for each address.

mod board;
mod canvas;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use utoipa::IntoParams;

use super::edge::Caller;
use super::error::{ApiError, ErrorBody};
use super::match_history::{MatchHistory, MatchSource};
use super::rendering::Rendering;
use super::request::{Query, id, match_id};
use super::tournaments::Tournaments;
use arena_games::{Diagram, Side, diagnostic};
use arena_play::{GameResult, Phase, Seat};
use arena_store::Store;
use arena_tournament::report::TournamentReport;
use board::{FIRST, LINE, MUTED, SECOND, SURFACE, TEXT};
use canvas::Canvas;

/// The size of a preview, as Open Graph recommends.
pub(super) const SIZE: (u32, u32) = (1_200, 630);
const EDGE: f32 = 60.0;
const BOARD: f32 = 510.0;

/// The size of an animation, and its margin.
const ANIMATED: u32 = 480;
const MARGIN: f32 = 12.0;

/// Bytes of the cache, and its largest entry.
const CACHE: usize = 8 << 20;
const LARGEST: usize = CACHE / 4;

/// Duration of an animation by default, and the longest one, in seconds.
const SECONDS: u32 = 6;
const MOST_SECONDS: u32 = 30;
/// The most pictures of an animation. A longer match leaves out positions.
const MOST_FRAMES: usize = 90;
/// The last picture stays for a part of the whole time: one of this many.
const LAST_PART: u32 = 5;

/// The pictures that were drawn last, the newest at the end.
#[derive(Default)]
pub(super) struct Pictures {
    cached: Mutex<VecDeque<(String, Arc<[u8]>)>>,
}

impl Pictures {
    fn get(&self, key: &str) -> Option<Arc<[u8]>> {
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        let found = cached.iter().position(|(known, _)| known == key).and_then(|at| cached.remove(at))?;
        let picture = Arc::clone(&found.1);
        cached.push_back(found);
        Some(picture)
    }

    fn keep(&self, key: String, picture: &Arc<[u8]>) {
        if picture.len() > LARGEST {
            return;
        }
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        cached.retain(|(known, _)| *known != key);
        cached.push_back((key, Arc::clone(picture)));
        let mut bytes: usize = cached.iter().map(|(key, picture)| key.len() + picture.len()).sum();
        while bytes > CACHE {
            let Some((key, picture)) = cached.pop_front() else { return };
            bytes -= key.len() + picture.len();
        }
    }

    /// Returns the picture with this key, which is drawn if it is not in the cache.
    async fn picture(
        &self,
        key: String,
        rendering: &Rendering,
        caller: Caller,
        draw: impl FnOnce() -> Result<Vec<u8>, ApiError> + Send + 'static,
    ) -> Result<Arc<[u8]>, ApiError> {
        if let Some(known) = self.get(&key) {
            return Ok(known);
        }
        let drawn: Arc<[u8]> = rendering.render(caller, draw).await?.into();
        self.keep(key, &drawn);
        Ok(drawn)
    }
}

fn response(kind: &'static str, seconds: u32, picture: &[u8]) -> Response {
    let cache = format!("public, max-age={seconds}");
    ([(CONTENT_TYPE, kind.to_owned()), (CACHE_CONTROL, cache)], picture.to_vec()).into_response()
}

/// How long browsers may keep the picture of something that changes, in seconds.
const CHANGING: u32 = 30;
/// How long browsers may keep the picture of something that does not change, in seconds.
const FINAL: u32 = 86_400;

/// A match as its pictures show it.
struct PicturedMatch {
    game: arena_games::GameId,
    names: [String; 2],
    result: Option<Option<GameResult>>,
    /// The positions after each move, from the start on.
    positions: Vec<Diagram>,
}

impl PicturedMatch {
    fn of(history: &MatchHistory) -> Result<Self, ApiError> {
        let setup = history.setup();
        let mut board = setup.game.board(&setup.options, setup.position.as_deref())?;
        let mut positions = vec![board.diagram()];
        for (ply, mv) in history.moves().iter().enumerate() {
            board.play(*mv, ply)?;
            positions.push(board.diagram());
        }
        let seats = history.seats();
        let names = [Side::First, Side::Second].map(|side| name_of(&seats[side]));
        let result = match history.phase() {
            Phase::Over(verdict) => Some(verdict.outcome),
            Phase::Waiting | Phase::Live => None,
        };
        Ok(Self { game: setup.game, names, result, positions })
    }
}

pub(super) fn name_of(seat: &Seat) -> String {
    match seat {
        Seat::Human { name, .. } | Seat::Bot { name, .. } => name.clone(),
        Seat::Open | Seat::Reserved { .. } => "?".to_owned(),
    }
}

/// Begins a preview: the ground, the accent, and the logo at the right.
fn sheet() -> Canvas {
    let mut canvas = Canvas::new(SIZE.0, SIZE.1, SURFACE);
    canvas.rect(0.0, 0.0, 1_200.0, 10.0, FIRST);
    canvas.within(630.0, 530.0, 44.0, 32.0, |canvas| {
        canvas.polygon(&[(16.0, 4.5), (24.5, 15.0), (7.5, 15.0)], FIRST, Some((FIRST, 2.0)));
        canvas.polygon(&[(16.0, 27.5), (7.5, 17.0), (24.5, 17.0)], SURFACE, Some((SECOND, 2.4)));
    });
    canvas.text(686.0, 564.0, 30.0, 454.0, "minimax arena", TEXT);
    canvas
}

fn match_card(shown: &PicturedMatch) -> Result<Vec<u8>, ApiError> {
    let mut canvas = sheet();
    if let Some(position) = shown.positions.last() {
        board::draw(&mut canvas, EDGE, EDGE, BOARD, shown.game, position);
    }
    canvas.text(630.0, 100.0, 30.0, 510.0, shown.game.info().title, MUTED);
    let winner = match shown.result.flatten() {
        Some(GameResult::First) => Some(0),
        Some(GameResult::Second) => Some(1),
        Some(GameResult::Draw) | None => None,
    };
    for (index, name) in shown.names.iter().enumerate() {
        let y = if index == 0 { 200.0 } else { 290.0 };
        canvas.disc(648.0, y - 15.0, 15.0, board::side_colours(shown.game)[index], Some((TEXT, 2.0)));
        let colour = if winner.is_some_and(|winner| winner != index) { MUTED } else { TEXT };
        canvas.text(684.0, y, 44.0, 456.0, name, colour);
    }
    let score = match shown.result {
        Some(Some(GameResult::First)) => "1–0",
        Some(Some(GameResult::Second)) => "0–1",
        Some(Some(GameResult::Draw)) => "½–½",
        Some(None) | None => "",
    };
    canvas.text(630.0, 420.0, 84.0, 510.0, score, FIRST);
    canvas.png()
}

fn tournament_card(report: &TournamentReport) -> Result<Vec<u8>, ApiError> {
    /// Entrants that have room.
    const ROWS: usize = 9;
    let mut canvas = sheet();
    canvas.text(EDGE, 100.0, 44.0, 1_080.0, &report.name, TEXT);
    canvas.text(EDGE, 146.0, 28.0, 1_080.0, report.game.info().title, MUTED);
    let mut y = 200.0;
    for entrant in report.entrants.iter().take(ROWS) {
        #[expect(clippy::cast_possible_truncation, reason = "a score is between 0 and 1")]
        let score = entrant.score.unwrap_or_default().clamp(0.0, 1.0) as f32;
        canvas.text(EDGE, y + 22.0, 24.0, 480.0, &entrant.name, TEXT);
        canvas.rect(560.0, y, 440.0, 26.0, LINE);
        canvas.rect(560.0, y, (440.0 * score).max(1.0), 26.0, FIRST);
        canvas.text(1_020.0, y + 22.0, 24.0, 120.0, &format!("{:.0}%", score * 100.0), TEXT);
        y += 35.0;
    }
    canvas.png()
}

/// The card of a view that has no state: a tree with cut branches.
fn tree_card(title: &str) -> Result<Vec<u8>, ApiError> {
    let mut canvas = sheet();
    let tree = json!([[3, 12, 8], [2, 4, 6], [14, 5, 2]]);
    canvas.within(EDGE, EDGE, BOARD, 100.0, |canvas| board::draw_tree(canvas, &tree, &[0, 0]));
    canvas.text(630.0, 200.0, 56.0, 510.0, title, TEXT);
    canvas.png()
}

/// Encodes positions as an animation that goes on for ever. Each picture has only the part that changed.
fn animation(shown: &PicturedMatch, from: usize, to: usize, seconds: u32) -> Result<Vec<u8>, ApiError> {
    let positions = &shown.positions[from..=to];
    let number = positions.len().min(MOST_FRAMES);
    let chosen = (0..number).map(|at| if number == 1 { 0 } else { at * (positions.len() - 1) / (number - 1) });
    // In hundredths of a second.
    let (last, rest) = (seconds * 100 / LAST_PART, seconds * 100 - seconds * 100 / LAST_PART);
    let each = rest / u32::try_from(number.max(2) - 1).unwrap_or(1);
    let delay = |at: usize| u16::try_from(if at + 1 == number { last } else { each.max(2) }).unwrap_or(u16::MAX);
    let side = u16::try_from(ANIMATED).unwrap_or(u16::MAX);
    let mut written = Vec::new();
    let mut encoder = gif::Encoder::new(&mut written, side, side, &[]).map_err(ApiError::internal)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(ApiError::internal)?;
    let mut before: Option<Canvas> = None;
    for (at, index) in chosen.enumerate() {
        let mut canvas = Canvas::new(ANIMATED, ANIMATED, SURFACE);
        #[expect(clippy::cast_precision_loss, reason = "a small number of pixels")]
        let room = ANIMATED as f32 - 2.0 * MARGIN;
        board::draw(&mut canvas, MARGIN, MARGIN, room, shown.game, &positions[index]);
        let (left, top, width, height) = changed(before.as_ref().map(Canvas::pixels), canvas.pixels());
        let mut part = cut_out(canvas.pixels(), (left, top, width, height));
        let mut frame = gif::Frame::from_rgba_speed(width, height, &mut part, 30);
        (frame.left, frame.top, frame.delay) = (left, top, delay(at));
        encoder.write_frame(&frame).map_err(ApiError::internal)?;
        before = Some(canvas);
    }
    drop(encoder);
    Ok(written)
}

const ROW: usize = ANIMATED as usize;

/// Returns the part of a picture that differs from the one before: left, top, width and height. At least one pixel.
fn changed(before: Option<&[u8]>, now: &[u8]) -> (u16, u16, u16, u16) {
    let side = u16::try_from(ROW).unwrap_or(u16::MAX);
    let Some(before) = before else { return (0, 0, side, side) };
    let (mut left, mut top, mut right, mut bottom) = (ROW, ROW, 0, 0);
    for (index, (old, new)) in before.chunks_exact(4).zip(now.chunks_exact(4)).enumerate() {
        if old != new {
            let (x, y) = (index % ROW, index / ROW);
            (left, right) = (left.min(x), right.max(x + 1));
            (top, bottom) = (top.min(y), bottom.max(y + 1));
        }
    }
    if right == 0 {
        return (0, 0, 1, 1);
    }
    let of = |pixels: usize| u16::try_from(pixels).unwrap_or(side);
    (of(left), of(top), of(right - left), of(bottom - top))
}

fn cut_out(pixels: &[u8], (left, top, width, height): (u16, u16, u16, u16)) -> Vec<u8> {
    let rows = usize::from(top)..usize::from(top) + usize::from(height);
    let row = |y: usize| {
        let from = 4 * (y * ROW + usize::from(left));
        &pixels[from..from + 4 * usize::from(width)]
    };
    rows.flat_map(row).copied().collect()
}

/// Returns a picture of a match for link previews: the newest position, the players and the result.
#[utoipa::path(get, path = "/api/matches/{id}/card.png", tag = "matches", params(("id" = String, Path)), responses(
    (status = 200, content_type = "image/png", body = Vec<u8>), (status = 404, body = ErrorBody)))]
pub(super) async fn match_picture(
    State((store, tournaments, rendering)): State<(Store, Tournaments, Arc<Rendering>)>,
    State(pictures): State<Arc<Pictures>>,
    caller: Caller,
    Path(text): Path<String>,
) -> Result<Response, ApiError> {
    let id = match_id(&text)?;
    let source = MatchSource::find(&store, &tournaments, id).await?;
    let (key, is_over) = source.picture_key(&format!("match {id}"));
    let draw = move || match_card(&PicturedMatch::of(&MatchHistory::of_source(source)?)?);
    let picture = pictures.picture(key, &rendering, caller, draw).await?;
    Ok(response("image/png", if is_over { FINAL } else { CHANGING }, &picture))
}

/// A part of a match to animate.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AnimationQuery {
    /// Ply of the first position; 0 by default.
    from: Option<u32>,
    /// Ply of the last position; the newest one by default.
    to: Option<u32>,
    /// Duration in seconds, 1 to 30; 6 by default.
    seconds: Option<u32>,
}

/// Returns a match, or a part of it, as an animated picture.
#[utoipa::path(get, path = "/api/matches/{id}/moves.gif", tag = "matches", params(("id" = String, Path), AnimationQuery),
    responses((status = 200, content_type = "image/gif", body = Vec<u8>), (status = 400, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 422, description = "a wrong duration", body = ErrorBody)))]
pub(super) async fn match_animation(
    State((store, tournaments, rendering)): State<(Store, Tournaments, Arc<Rendering>)>,
    State(pictures): State<Arc<Pictures>>,
    caller: Caller,
    Path(text): Path<String>,
    Query(query): Query<AnimationQuery>,
) -> Result<Response, ApiError> {
    let id = match_id(&text)?;
    let seconds = query.seconds.unwrap_or(SECONDS);
    if !(1..=MOST_SECONDS).contains(&seconds) {
        return Err(ApiError::invalid(diagnostic!(
            "animation_seconds",
            "seconds must be between 1 and {most}, got {given}",
            most = MOST_SECONDS,
            given = seconds
        ))
        .of("seconds"));
    }
    let source = MatchSource::find(&store, &tournaments, id).await?;
    let (from, to) = (query.from.unwrap_or(0), query.to.unwrap_or(u32::MAX));
    let (key, is_over) = source.picture_key(&format!("moves {id} {from} {to} {seconds}"));
    let draw = move || {
        let shown = PicturedMatch::of(&MatchHistory::of_source(source)?)?;
        let newest = shown.positions.len() - 1;
        let within = |ply: u32| usize::try_from(ply).unwrap_or(usize::MAX).min(newest);
        animation(&shown, within(from.min(to)), within(to), seconds)
    };
    let picture = pictures.picture(key, &rendering, caller, draw).await?;
    Ok(response("image/gif", if is_over { FINAL } else { CHANGING }, &picture))
}

/// Returns a picture of a tournament for link previews: its name, and the scores of the best.
#[utoipa::path(get, path = "/api/tournaments/{id}/card.png", tag = "tournaments", params(("id" = String, Path)), responses(
    (status = 200, content_type = "image/png", body = Vec<u8>), (status = 404, body = ErrorBody)))]
pub(super) async fn tournament_picture(
    State((tournaments, rendering, pictures)): State<(Tournaments, Arc<Rendering>, Arc<Pictures>)>,
    caller: Caller,
    Path(text): Path<String>,
) -> Result<Response, ApiError> {
    let id = id(&text)?;
    let known = tournaments.get(id).await?;
    let key = format!("tournament {id} {}", known.played);
    let report = tournaments.report(&known).await?;
    let picture = pictures.picture(key, &rendering, caller, move || tournament_card(&report)).await?;
    Ok(response("image/png", CHANGING, &picture))
}

/// Returns the picture of `lessons` or `daily` for link previews.
#[utoipa::path(get, path = "/api/cards/{view}", tag = "server", params(("view" = String, Path)), responses(
    (status = 200, content_type = "image/png", body = Vec<u8>), (status = 404, body = ErrorBody)))]
pub(super) async fn view_picture(
    State((rendering, pictures)): State<(Arc<Rendering>, Arc<Pictures>)>,
    caller: Caller,
    Path(view): Path<String>,
) -> Result<Response, ApiError> {
    let title = match view.as_str() {
        "lessons" => "Lessons",
        "daily" => "Guess the cut",
        _ => return Err(ApiError::nothing_here(&view.chars().take(100).collect::<String>())),
    };
    let picture = pictures.picture(view, &rendering, caller, || tree_card(title)).await?;
    Ok(response("image/png", FINAL, &picture))
}

#[cfg(test)]
mod tests;
