//! The session: a prover that answers one request after another and keeps what it has proved.

mod desk;
mod error;
#[cfg(all(test, feature = "files"))]
mod tests;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::analysis::{self, Analysis, Request};
use crate::board::{Color, Move, Pawns, Position, Role};
#[cfg(feature = "certificate")]
use crate::certificate::{self, Certificate, Trust, Uncertified};
use crate::explain::{self, Explanation};
use crate::limits::{Limits, Observer, Progress, Stop, Watch};
use crate::mine::{self, Family, Mined, Search, Structure};
#[cfg(feature = "files")]
use crate::prove::Store;
use crate::prove::{MAX_PIECES, Proof, Resources, Workers};
use crate::rules::Rules;
use crate::tablebase::Tablebase;
use crate::value::Bounds;

use self::desk::{Desk, Lent};
pub use self::error::{ProveError, ResumeError};

/// Proves pawn endings, those with one or two pieces too, and keeps what it has proved: a second question about the
/// same ending is answered at once.
///
/// Many threads may ask it at a time. Each request has limits of its own, memory too: for as many as were at work at a time so much is
/// kept. What one has proved a later one uses, and others at the same time if there is a [`Store`](Builder::store).
///
/// What it keeps counts against its memory limit. A request begins with at least half of that limit free: if more is in use, or the
/// request before lacked memory, room is made first: what was asked for last is kept, of a quarter of the limit at most.
///
/// ```
/// use peasant::{Bounds, Prover, Request, Rules, notation::fen, value::Wdl};
///
/// let prover = Prover::new(Rules::Chess);
/// let reti = fen::parse("7K/8/k1P5/7p/8/8/8/8 w - -")?;
/// assert_eq!(prover.known(&reti), Bounds::UNKNOWN);
///
/// let analysis = prover.analyse(&Request::new(reti))?;
/// assert_eq!(analysis.bounds.exact(), Some(Wdl::Draw));
/// assert_eq!(analysis.best[0].to_string(), "h8g7");
///
/// // What is proved stays.
/// assert_eq!(prover.known(&reti), analysis.bounds);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Prover {
    settings: Builder,
    desk: Desk,
    canceller: Canceller,
}

/// Settings for a [`Prover`].
///
/// ```
/// use std::time::Duration;
/// use peasant::{Limits, Prover, Rules};
///
/// let prover = Prover::builder()
///     .rules(Rules::Newborn)
///     .threads(2)
///     .limits(Limits::NONE.time(Duration::from_secs(5)).memory(1 << 30))
///     .build();
/// ```
#[derive(Clone)]
pub struct Builder {
    rules: Rules,
    limits: Limits,
    threads: usize,
    resources: Resources,
}

/// A sparing request takes this part of the time for what stayed open before.
const SPARING: u32 = 32;

/// Cancels the requests in work, from any thread. Clones cancel the same prover.
///
/// ```
/// use peasant::{Prover, Request, Rules, limits::Stop, notation::fen};
///
/// let prover = Prover::new(Rules::Chess);
/// let canceller = prover.canceller();
/// std::thread::spawn(move || canceller.cancel());
/// let reti = fen::parse("7K/8/k1P5/7p/8/8/8/8 w - -")?;
/// let analysis = prover.analyse(&Request::new(reti))?;
/// // Either it was done before, or it was stopped.
/// assert!(matches!(analysis.stopped, None | Some(Stop::Cancelled)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Canceller(Arc<AtomicU64>);

/// Who watches a request, and the prover's own canceller.
pub(crate) struct Watched {
    observer: Arc<dyn Observer>,
    canceller: Canceller,
    /// How often it had been cancelled when the work began.
    before: AtomicU64,
}

impl Prover {
    /// The most pieces beside kings and pawns, of both sides together, that positions may hold by the rules of chess; without
    /// pawns one more.
    pub const MAX_PIECES: usize = MAX_PIECES;

    /// A prover that knows nothing yet, without limits and without help from outside.
    #[must_use]
    pub fn new(rules: Rules) -> Prover {
        Prover::builder().rules(rules).build()
    }

    /// A prover with settings of its own.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// The rules that it proves by.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.settings.rules
    }

    /// Answers a request: an ending's bounds, and what else is asked for. Whatever stops the work,
    /// what is proved until then is the answer.
    ///
    /// # Errors
    /// By the rules of chess a position with more than [`Prover::MAX_PIECES`] pieces beside kings and pawns is refused, by
    /// Newborn's one with any. Tables or a store that contradict what is proved are an error too.
    pub fn analyse(&self, request: &Request) -> Result<Analysis, ProveError> {
        let mut limits = self.limits(request);
        let saved = request
            .sparing
            .then(|| self.settings.resources.saved(self.settings.rules));
        let tried = saved
            .as_ref()
            .and_then(|saved| saved.tried(&request.position));
        if let Some(time) = limits.time
            && tried >= Some(time)
        {
            limits.time = Some(time / SPARING);
        }
        let watch = self.watch(limits, Arc::clone(&request.observer));
        let analysis = self.answer(request, &watch)?;
        if let (Some(saved), Some(time)) = (saved, limits.time)
            && analysis.stopped == Some(Stop::Time)
            && tried < Some(time)
        {
            saved.note_open(&request.position, time);
        }
        Ok(analysis)
    }

    /// The limits of a request.
    pub(crate) fn limits(&self, request: &Request) -> Limits {
        request.limits.unwrap_or(self.settings.limits)
    }

    /// Answers a request within a watch.
    pub(crate) fn answer(&self, request: &Request, watch: &Watch) -> Result<Analysis, ProveError> {
        if self.settings.rules == Rules::Newborn && !request.position.is_pawn_ending() {
            return Err(ProveError::NotAPawnEnding);
        }
        self.take(&request.position)?;
        let mut lent = self.lend(Some(&request.position));
        let memory = self.limits(request).memory;
        let analysis = lent.undisturbed(|lent| {
            lent.begin(watch, memory);
            analysis::analyse(&mut lent.inquiry(), request, watch)
        });
        let mut analysis = analysis.map_err(|crossed| lent.refuse(crossed))?;
        let tables = self.settings.resources.tablebase.as_ref();
        analysis.trusted = tables.is_some_and(|tables| tables.is_unchecked());
        lent.proof().save();
        Ok(analysis)
    }

    /// Explains an answer to a request: what a teacher would draw on the board. Limits are those of the request, the proof
    /// included: an answer that one of them has stopped is explained from what is known. Its work is limited whatever the
    /// proof did, to about half a second, and its time to 30 s on a slow machine.
    ///
    /// ```
    /// use peasant::{Prover, Request, notation::fen};
    ///
    /// let prover = Prover::default();
    /// let request = Request::new(fen::parse("4k3/8/8/8/4P3/8/8/4K3 w - -")?);
    /// let analysis = prover.analyse(&request)?;
    /// let explanation = prover.explain(&request, analysis)?;
    /// let names: Vec<String> = explanation.map.key_squares.iter().map(ToString::to_string).collect();
    /// assert_eq!(names, ["d6", "e6", "f6"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Prover::analyse`].
    pub fn explain(
        &self,
        request: &Request,
        analysis: Analysis,
    ) -> Result<Explanation, ProveError> {
        self.take(&analysis.position)?;
        let limits = request.limits.unwrap_or(self.settings.limits);
        let statistics = &analysis.statistics;
        let left = limits.after(statistics.time, statistics.structures);
        let watch = self.watch(left, Arc::clone(&request.observer));
        let mut lent = self.lend(Some(&analysis.position));
        let explanation = lent
            .undisturbed(|lent| explain::explain(&mut lent.inquiry(), analysis.clone(), &watch));
        let explanation = explanation.map_err(|crossed| lent.refuse(crossed))?;
        lent.proof().save();
        Ok(explanation)
    }

    /// Solves a structure of a family for all placements of the kings, and tells what is looked for in it. Limits are those of the
    /// search, or the prover's. See [`crate::mine`].
    ///
    /// # Errors
    /// Tables or a store that contradict what is proved.
    pub fn mine(
        &self,
        family: &Family,
        structure: Structure,
        search: &Search,
    ) -> Result<Mined, ProveError> {
        let limits = search.limits.unwrap_or(self.settings.limits);
        let watch = self.watch(limits, Arc::clone(&search.observer));
        let mut lent = self.lend(None);
        let mined = lent.undisturbed(|lent| {
            lent.begin(&watch, limits.memory);
            mine::mine(&mut lent.inquiry(), family, structure, search, &watch)
        });
        let mined = mined.map_err(|crossed| lent.refuse(crossed))?;
        lent.proof().save();
        Ok(mined)
    }

    /// The certificate of an answer to a request: what one side plays, wherever the other may lead, so that others can check the
    /// result without this prover. Limits are those of the request, the proof included; what counts as structures is no limit here.
    ///
    /// # Errors
    /// There is nothing to certify, a limit was reached, or the proof is not stored as moves.
    #[cfg(feature = "certificate")]
    pub fn certify(
        &self,
        request: &Request,
        analysis: &Analysis,
    ) -> Result<Certificate, Uncertified> {
        let limits = request.limits.unwrap_or(self.settings.limits);
        let left = Limits {
            structures: None,
            ..limits.after(analysis.statistics.time, 0)
        };
        let mut lent = self.lend(Some(&analysis.position));
        if lent.proof().has_taken() {
            return self.certify_anew(request, left);
        }
        let watch = self.watch(left, Arc::clone(&request.observer));
        let trusted = match &self.settings.resources.tablebase {
            Some(_) => Trust::Table,
            None => Trust::Slice,
        };
        let certificate = lent.undisturbed(|lent| {
            lent.proof().begin(&watch);
            certificate::certify(&mut lent.inquiry(), analysis, &watch, trusted)
        });
        lent.proof().save();
        if let Err(Uncertified::Contradiction(_)) = certificate {
            lent.forget();
        }
        certificate
    }

    /// The same without what stores keep, which are results and no moves: all of it is proved again.
    #[cfg(feature = "certificate")]
    fn certify_anew(&self, request: &Request, limits: Limits) -> Result<Certificate, Uncertified> {
        let mut settings = self.settings.clone();
        settings.resources.stores.clear();
        settings.resources.endings = None;
        let mut prover = settings.build();
        prover.canceller = self.canceller.clone();
        let request = request.clone().limits(limits).moves(false).line(false);
        let analysis = prover.analyse(&request).map_err(|error| match error {
            ProveError::Contradiction { position, .. } => Uncertified::Contradiction(position),
            _ => Uncertified::Nothing,
        })?;
        prover.certify(&request, &analysis)
    }

    /// Works on the result alone, within the prover's limits. By Newborn's rules the position may hold queens, of which one was
    /// made by the last move. Bounds are for the side to move.
    ///
    /// # Errors
    /// As for [`Prover::analyse`]; by Newborn's rules a rook, a bishop or a knight is refused.
    pub fn bounds(&self, position: &Position) -> Result<Bounds, ProveError> {
        self.take(position)?;
        let limits = self.settings.limits;
        let watch = self.watch(limits, Arc::new(()));
        let mut lent = self.lend(Some(position));
        let bounds = lent.undisturbed(|lent| {
            lent.begin(&watch, limits.memory);
            lent.inquiry().settle(position)
        });
        let bounds = bounds.map_err(|crossed| lent.refuse(crossed))?;
        lent.proof().save();
        Ok(bounds)
    }

    /// Looks up what is known of a position already, for the side to move, without any work.
    /// [`Bounds::UNKNOWN`] if that is nothing.
    pub fn known(&self, position: &Position) -> Bounds {
        if self.take(position).is_err() {
            return Bounds::UNKNOWN;
        }
        let mut lent = self.lend(Some(position));
        let known = lent.undisturbed(|lent| lent.inquiry().known(position));
        known.unwrap_or(Bounds::UNKNOWN)
    }

    /// A move of a proved win that leads on, if a way is known or counted within these limits.
    pub(crate) fn winning_move(&self, position: &Position, limits: Limits) -> Option<Move> {
        let watch = self.watch(limits, Arc::new(()));
        let mut lent = self.lend(Some(position));
        let winning = lent.undisturbed(|lent| {
            lent.begin(&watch, limits.memory);
            analysis::winning_move(&mut lent.inquiry(), position)
        });
        winning.ok().flatten()
    }

    /// Forgets everything that it has proved, but for requests in work; what stands in stores stays there.
    pub fn forget(&self) {
        self.desk.clear();
    }

    /// A proof for a request.
    fn lend(&self, position: Option<&Position>) -> Lent<'_> {
        self.desk.lend(&self.settings, position)
    }

    /// Keeps everything that it proves in a file from now on, and uses what stands there: proofs of any positions, by any rules. It is
    /// written after every request and, while one is in work, every eight seconds at the latest; a process that is killed at any
    /// moment loses what came after. Beside it stand two more files while it is in use, or where a process was killed: they belong to it.
    ///
    /// The file is believed where its checksums are right, which show damage but no forgery.
    ///
    /// # Errors
    /// The file cannot be read or made, is damaged or something else; it is left as it is.
    #[cfg(feature = "files")]
    pub fn resume(&mut self, file: &std::path::Path) -> Result<(), ResumeError> {
        let told = |reason: &str| ResumeError {
            reason: format!("cannot resume from `{}`: {reason}", file.display()),
        };
        let store = Store::open(file).map_err(|reason| told(&reason))?;
        self.settings.resources.stores.insert(0, Arc::new(store));
        self.desk.save_in(&self.settings);
        Ok(())
    }

    /// Says why the file of [`Prover::resume`] is not up to date, if it is not.
    #[cfg(feature = "files")]
    pub fn unsaved(&self) -> Option<String> {
        let mut stores = self.settings.resources.stores.iter();
        stores.find_map(|store| store.unsaved())
    }

    /// A handle that cancels the request in work from another thread.
    #[must_use]
    pub fn canceller(&self) -> Canceller {
        self.canceller.clone()
    }

    /// Are there no more pieces, and no others, than the rules take?
    fn take(&self, position: &Position) -> Result<(), ProveError> {
        let count = |roles: &[Role]| {
            let of = |color| {
                roles
                    .iter()
                    .map(move |&role| position.pieces(color, role).count())
            };
            Color::BOTH.into_iter().flat_map(of).sum::<u32>()
        };
        match self.settings.rules {
            Rules::Chess => match count(&Role::PROMOTIONS) {
                pieces if pieces as usize > self.most_pieces(position) => {
                    Err(ProveError::TooManyPieces { pieces })
                }
                _ => Ok(()),
            },
            Rules::Newborn => match count(&[Role::Rook, Role::Bishop, Role::Knight]) {
                0 => Ok(()),
                _ => Err(ProveError::NotAPawnEnding),
            },
        }
    }

    /// With how many pieces a position with these pawns is taken, by the rules of chess.
    fn most_pieces(&self, position: &Position) -> usize {
        MAX_PIECES + usize::from(position.pawns() == Pawns::NONE)
    }

    /// The limits, the clock and the observers of a request that begins.
    fn watch(&self, limits: Limits, observer: Arc<dyn Observer>) -> Watch {
        Watch::new(limits, self.watched(observer))
    }

    /// An observer, and the prover's own canceller.
    pub(crate) fn watched(&self, observer: Arc<dyn Observer>) -> Arc<Watched> {
        let watched = Watched {
            observer,
            canceller: self.canceller.clone(),
            before: AtomicU64::default(),
        };
        watched.begin();
        Arc::new(watched)
    }
}

impl Default for Prover {
    /// A prover by the rules of chess.
    fn default() -> Prover {
        Prover::new(Rules::Chess)
    }
}

impl fmt::Debug for Prover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prover")
            .field("settings", &self.settings)
            .field("bytes", &self.desk.bytes())
            .finish_non_exhaustive()
    }
}

impl Builder {
    /// Sets what a promotion is worth; chess unless said otherwise.
    #[must_use]
    pub fn rules(mut self, rules: Rules) -> Builder {
        self.rules = rules;
        self
    }

    /// Sets what each request may spend, unless it brings its own limits; nothing is limited unless said
    /// otherwise. Time and structures count from the beginning of a request, memory is that of all.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Builder {
        self.limits = limits;
        self
    }

    /// Sets how many threads may work; at least one does. They solve slices that do not need each other, and what is found
    /// does not depend on how many they are, unless a limit ends the work.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Builder {
        self.threads = threads;
        self
    }

    /// Tables of results for few men, trusted. Used by the rules of chess only.
    #[must_use]
    pub fn tablebase(mut self, tablebase: Arc<dyn Tablebase>) -> Builder {
        self.resources.tablebase = Some(tablebase);
        self
    }

    /// A store that the prover reads, and keeps what it proves in. Provers of this process and others may share it.
    #[must_use]
    #[cfg(feature = "files")]
    pub fn store(mut self, store: Arc<Store>) -> Builder {
        let endings = self.resources.endings.take();
        self.resources.endings = endings.or_else(|| Some(Arc::clone(store.endings())));
        self.resources.stores.push(store);
        self
    }

    /// A file for slices that memory has no room for; without one they are forgotten. Provers may share it.
    #[must_use]
    #[cfg(feature = "files")]
    pub fn scratch(mut self, scratch: Arc<crate::Scratch>) -> Builder {
        self.resources.scratch = Some(scratch);
        self
    }

    /// Those who solve slices with two promoted pieces for the prover; it solves what they do not. By the rules of chess only.
    #[must_use]
    #[cfg(feature = "elsewhere")]
    pub fn elsewhere(mut self, elsewhere: Arc<dyn crate::Elsewhere>) -> Builder {
        self.resources.elsewhere = Some(elsewhere);
        self
    }

    /// The prover, which knows nothing yet.
    #[must_use]
    pub fn build(mut self) -> Prover {
        self.resources.endings.get_or_insert_default();
        Prover {
            desk: Desk::default(),
            settings: self,
            canceller: Canceller::default(),
        }
    }

    fn proof(&self) -> Proof {
        let resources = Resources {
            workers: Workers::new(self.threads),
            ..self.resources.clone()
        };
        Proof::new(self.rules, resources)
    }
}

impl Default for Builder {
    /// Chess, one thread, no limits, nothing from outside.
    fn default() -> Builder {
        Builder {
            rules: Rules::Chess,
            limits: Limits::NONE,
            threads: 1,
            resources: Resources::default(),
        }
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("rules", &self.rules)
            .field("limits", &self.limits)
            .field("threads", &self.threads)
            .field("tablebase", &self.resources.tablebase.is_some())
            .field("stores", &self.resources.stores)
            .field("scratch", &self.resources.scratch)
            .finish()
    }
}

impl Canceller {
    /// Ends the requests in work: they answer with what they have, stopped by [`crate::limits::Stop::Cancelled`]. Where none is in
    /// work nothing happens, and the next one is not touched.
    pub fn cancel(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Watched {
    /// A piece of work begins, which is not cancelled yet.
    pub(crate) fn begin(&self) {
        self.before.store(self.canceller.count(), Ordering::Relaxed);
    }
}

impl Observer for Watched {
    fn progress(&self, progress: &Progress) {
        self.observer.progress(progress);
    }

    fn is_cancelled(&self) -> bool {
        self.canceller.count() != self.before.load(Ordering::Relaxed)
            || self.observer.is_cancelled()
    }
}
