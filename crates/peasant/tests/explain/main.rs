//! Explanations against the specification, and against what the books say.

mod books;
mod naive;

mod support;
