//! The native half of the Python module `peasant`: verbs, provers and the checker of certificates, in threads that Python can
//! interrupt. What people import stands in `python/peasant/`.

mod check;
mod elsewhere;
mod endings;
mod files;
mod input;
mod lines;
mod question;
mod session;
mod task;
mod trouble;
mod verb;
mod watch;

use pyo3::prelude::*;
use verbs::host::memory::{self, Reserving};

#[global_allocator]
static ALLOCATOR: Reserving = Reserving;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    memory::reserve();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<endings::Endings>()?;
    module.add_class::<lines::Lines>()?;
    module.add_class::<question::Question>()?;
    module.add_class::<session::Session>()?;
    module.add_class::<elsewhere::Answer>()?;
    module.add_class::<elsewhere::SliceSolver>()?;
    module.add_function(wrap_pyfunction!(verb::count, module)?)?;
    module.add_function(wrap_pyfunction!(verb::pawn_moves, module)?)?;
    module.add_function(wrap_pyfunction!(verb::kpk, module)?)?;
    module.add_function(wrap_pyfunction!(endings::rows, module)?)?;
    module.add_function(wrap_pyfunction!(endings::table, module)?)?;
    module.add_function(wrap_pyfunction!(files::is_record, module)?)?;
    module.add_function(wrap_pyfunction!(files::records, module)?)?;
    module.add_function(wrap_pyfunction!(files::games, module)?)?;
    module.add_function(wrap_pyfunction!(check::check, module)?)
}
