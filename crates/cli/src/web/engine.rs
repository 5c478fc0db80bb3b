//! Searches for the page.

use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use hyper::body::Bytes;
use tokio::sync::mpsc::{self, Sender};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use weakfish::builtin;
use weakfish::engine::Game;
use weakfish_player::evaluation::Weights;
use weakfish_player::search::{Level, Searcher, Watch};

use super::content::{Content, Stopper};
use super::opened::Opened;
use super::question::{Definition, Question};
use super::thought::{Found, Progress, Told};
use crate::stopwatch::Stopwatch;
use crate::weights;

/// What a search remembers, in bytes.
const MEMORY: usize = 64 << 20;

/// So many searchers are kept for the next question about their game.
const KEPT: usize = 2;

/// Reports come no oftener than this, but for the first.
const BETWEEN_REPORTS: Duration = Duration::from_millis(50);

/// So many lines wait to be sent; what is found while there is no place is not told.
const WAITING: usize = 16;

/// A question waits so long for a thread: a page that asks anew has just stopped its last search.
const PATIENCE: Duration = Duration::from_millis(250);

/// Searches as many positions at once as it has threads.
pub(super) struct Engine {
    free: Arc<Semaphore>,
    threads: usize,
    /// The text that was opened, and the name or the path that it was opened by.
    opened: Option<(String, String)>,
    /// The one used last is last.
    kept: Mutex<Vec<Kept>>,
}

/// A searcher at rest, which remembers its last searches.
struct Kept {
    definition: Definition,
    game: Game,
    searcher: Searcher,
}

/// All threads are busy.
pub(super) struct Busy;

impl Engine {
    pub(super) fn new(threads: NonZero<u16>, opened: Option<&Opened>) -> Self {
        let threads = threads.get().into();
        let opened = opened.map(|opened| (opened.text.clone(), opened.asked.clone()));
        Self { free: Arc::new(Semaphore::new(threads)), threads, opened, kept: Mutex::default() }
    }

    /// Begins a search, which ends at the latest when nobody listens to it any more.
    pub(super) async fn begin(self: &Arc<Self>, question: Question) -> Result<Content, Busy> {
        let (held, threads) = self.take().await.ok_or(Busy)?;
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel(WAITING);
        let (engine, heard) = (Arc::clone(self), Arc::clone(&stop));
        let begun = thread::Builder::new().name("search".to_owned()).spawn(move || {
            let told = engine.search(&question, threads, heard, &sender);
            // Whoever reads slowly holds no thread that others could use.
            drop(held);
            // If nobody listens, nobody is left to tell.
            let _ = sender.blocking_send(line(&told));
        });
        begun.map(|_| Content::Lines { lines: receiver, _stopper: Stopper(stop) }).map_err(|_| Busy)
    }

    /// All free threads, but for some that are left to others where there are many.
    async fn take(&self) -> Option<(OwnedSemaphorePermit, usize)> {
        let mut held = timeout(PATIENCE, Arc::clone(&self.free).acquire_owned()).await.ok()?.ok()?;
        let more = self.free.available_permits().saturating_sub(self.threads / 4);
        if let Ok(others) = Arc::clone(&self.free).try_acquire_many_owned(more as u32) {
            held.merge(others);
        }
        let threads = held.num_permits();
        Some((held, threads))
    }

    fn search(&self, question: &Question, threads: usize, stop: Arc<AtomicBool>, sender: &Sender<Bytes>) -> Told {
        let watch = Stopwatch::stopped_by(stop);
        let mut kept = match self.kept(&question.definition) {
            Ok(kept) => kept,
            Err(reason) => return Told::Refused(reason),
        };
        let position = question.position(&kept.game);
        let asked = position.and_then(|position| Ok((question.limits.limits(position.turn())?, position)));
        let told = match asked {
            Err(reason) => Told::Refused(reason),
            Ok((limits, position)) => {
                let searcher = &mut kept.searcher;
                searcher.set_threads(threads);
                let unit = searcher.evaluator().unit();
                let level = question.limits.level.map_or(Level::FULL, Level::new);
                let seed = question.limits.seed.unwrap_or(1.0).to_bits();
                let (mut last, mut next) = (Progress::default(), Duration::ZERO);
                let lines = searcher.search_at(level, seed, &position, &limits, &watch, &mut |report| {
                    last = Progress::of(report);
                    if report.elapsed >= next {
                        next = report.elapsed + BETWEEN_REPORTS;
                        let now = last.clone().with(&position, &report.lines, unit);
                        let _ = sender.try_send(line(&Told::Progress(now)));
                    }
                });
                last.seconds = watch.elapsed().as_secs_f64();
                let last = last.with(&position, &lines, unit);
                Told::Found(Found::of(&position, &lines, last))
            }
        };
        self.keep(kept);
        told
    }

    /// The searcher of a definition, with what it remembers, or a new one; or why there is none.
    fn kept(&self, definition: &Definition) -> Result<Kept, String> {
        {
            let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(at) = kept.iter().position(|kept| kept.definition == *definition) {
                return Ok(kept.remove(at));
            }
        }
        let game = definition.game()?;
        let mut searcher = Searcher::with_weights(&game, &self.weights(definition, &game));
        searcher.set_memory(MEMORY);
        Ok(Kept { definition: definition.clone(), game, searcher })
    }

    fn keep(&self, searcher: Kept) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push(searcher);
        if kept.len() > KEPT {
            kept.remove(0);
        }
    }

    /// The weights that were made for a game: of the opened one those beside it, of a built-in one its own.
    fn weights(&self, definition: &Definition, game: &Game) -> Weights {
        let text = definition.source().map(|source| source.text);
        let has_text = |other: &str| text.as_deref() == Some(other);
        let opened = self.opened.as_ref().filter(|(text, _)| has_text(text)).map(|(_, asked)| asked.as_str());
        let built_in = || builtin::names().find(|name| builtin::source(name).is_some_and(|it| has_text(&it.text)));
        let made = opened.or_else(built_in).and_then(|name| weights::of_game(game, name).ok());
        made.unwrap_or_else(|| Weights::from_definition(game))
    }
}

/// A line of JSON.
fn line(told: &Told) -> Bytes {
    // Numbers and texts are always written.
    let mut bytes = serde_json::to_vec(told).unwrap_or_default();
    bytes.push(b'\n');
    bytes.into()
}
