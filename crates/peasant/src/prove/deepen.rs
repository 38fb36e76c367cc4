//! The one way in which work deepens.

use super::effort::Effort;
use super::policy::FIRST_TRY;

/// Gives work that is not done more and more effort, each time so many times as much. The first may be none: what is known already.
///
/// # Errors
/// Those of the work.
pub(crate) fn deepen<T, E>(
    first: Effort,
    factor: u64,
    mut work: impl FnMut(Effort) -> Result<Option<T>, E>,
) -> Result<T, E> {
    let mut effort = first;
    loop {
        if let Some(done) = work(effort)? {
            return Ok(done);
        }
        effort = (effort * factor).max(FIRST_TRY);
    }
}
