//! Explanations against the specification, and against what the books say.

mod books;
mod motives;
mod naive;

mod support;
