//! The program as a user or another program meets it, verb by verb.

mod annotate;
mod basics;
mod certificate;
mod chess;
mod classic;
mod common;
mod compare;
mod diagram;
#[cfg(unix)]
mod documents;
mod engine;
mod epd;
mod explain;
mod files;
mod help;
mod input;
mod json;
mod kpk;
mod links;
mod mine;
mod pawngame;
mod pawnking;
mod play;
mod resume;
#[cfg(feature = "serve")]
mod serve;
mod store;
mod store_verb;
mod study;
mod syzygy;
#[cfg(unix)]
mod terminal;
mod uci;
