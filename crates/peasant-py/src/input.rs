//! What a verb reads where the program reads standard input: bytes, or whatever an iterator of Python's brings.

use std::io::{self, Cursor, Read};

use peasant::board::{Bitboard, Color, Position, Role, Setup, Square};
use peasant::notation::fen;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use verbs::options;

use crate::trouble::raised;

/// A FEN, whatever else the program reads, or a board of python-chess.
pub fn position(thing: &Bound<'_, PyAny>) -> PyResult<Position> {
    if let Ok(text) = thing.cast::<PyString>() {
        return of_text(text);
    }
    match of_board(thing)? {
        Some(position) => Ok(position),
        // What is wrong with it is told as of its FEN.
        None => of_text(py_fen(thing)?.cast()?),
    }
}

fn of_text(text: &Bound<'_, PyString>) -> PyResult<Position> {
    let cow = text.to_cow()?;
    if let Ok(position) = fen::parse(&cow) {
        return Ok(position);
    }
    options::position::of(&cow).map_err(|failure| raised(text.py(), failure))
}

/// The FEN of a board, by the module's own function, which says what is none.
fn py_fen<'py>(board: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let module = board
        .py()
        .import(intern!(board.py(), "peasant.positions"))?;
    module.call_method1(intern!(board.py(), "fen"), (board,))
}

/// The position of a `chess.Board`, which keeps sets of squares as we do; `None` if it is no legal one, or something else.
fn of_board(board: &Bound<'_, PyAny>) -> PyResult<Option<Position>> {
    let py = board.py();
    let Ok(castling) = board.getattr(intern!(py, "castling_rights")) else {
        return Ok(None);
    };
    if castling.is_truthy()? {
        return Ok(None);
    }
    let set = |name: &Bound<'_, PyString>| board.getattr(name)?.extract::<u64>();
    let is_white: bool = board.getattr(intern!(py, "turn"))?.extract()?;
    let mut setup = Setup::empty(if is_white { Color::White } else { Color::Black });
    let [black, white]: [u64; 2] = board.getattr(intern!(py, "occupied_co"))?.extract()?;
    let roles = [
        (Role::King, set(intern!(py, "kings"))?),
        (Role::Queen, set(intern!(py, "queens"))?),
        (Role::Rook, set(intern!(py, "rooks"))?),
        (Role::Bishop, set(intern!(py, "bishops"))?),
        (Role::Knight, set(intern!(py, "knights"))?),
        (Role::Pawn, set(intern!(py, "pawns"))?),
    ];
    for (role, men) in roles {
        for (color, side) in [(Color::White, white), (Color::Black, black)] {
            for square in Bitboard(men & side) {
                setup.put(color, role, square);
            }
        }
    }
    let passed: Option<u8> = board.getattr(intern!(py, "ep_square"))?.extract()?;
    setup.en_passant = passed
        .filter(|&square| square < 64)
        .map(|square| Square::new(square.into()));
    Ok(setup.validate().ok())
}

/// Bytes that are there, or an iterator of `str` or `bytes` that is asked when they are needed.
pub enum Input {
    Bytes(Cursor<Vec<u8>>),
    Iterator {
        next: Cursor<Vec<u8>>,
        rest: Py<PyAny>,
    },
}

impl Input {
    pub fn of(source: Option<&Bound<'_, PyAny>>) -> PyResult<Input> {
        let Some(source) = source else {
            return Ok(Input::Bytes(Cursor::default()));
        };
        match bytes(source) {
            Ok(bytes) => Ok(Input::Bytes(Cursor::new(bytes))),
            Err(_) => Ok(Input::Iterator {
                next: Cursor::default(),
                rest: source.try_iter()?.into_any().unbind(),
            }),
        }
    }
}

/// What is text or bytes already.
fn bytes(thing: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(text) = thing.cast::<PyString>() {
        return Ok(text.to_cow()?.as_bytes().to_vec());
    }
    match thing.cast::<PyBytes>() {
        Ok(bytes) => Ok(bytes.as_bytes().to_vec()),
        Err(_) => {
            let kind = thing.get_type().name()?;
            Err(PyTypeError::new_err(format!(
                "a line is str or bytes, not {kind}"
            )))
        }
    }
}

/// One more thing of an iterator, with a newline behind it.
fn pull(rest: &Py<PyAny>) -> PyResult<Option<Vec<u8>>> {
    Python::attach(|py| {
        let Some(line) = rest.bind(py).try_iter()?.next().transpose()? else {
            return Ok(None);
        };
        let mut line = bytes(&line)?;
        if line.last() != Some(&b'\n') {
            line.push(b'\n');
        }
        Ok(Some(line))
    })
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::Bytes(bytes) => bytes.read(buffer),
            Input::Iterator { next, rest } => loop {
                let read = next.read(buffer)?;
                if read > 0 || buffer.is_empty() {
                    return Ok(read);
                }
                match pull(rest).map_err(io::Error::from)? {
                    Some(line) => *next = Cursor::new(line),
                    None => return Ok(0),
                }
            },
        }
    }
}
