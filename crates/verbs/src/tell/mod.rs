//! Answers told: in words, in pictures, in JSON.

pub mod colour;
pub mod drawing;
pub mod findings;
pub mod html;
pub mod json;
pub mod live;
pub mod locale;
pub mod picture;
pub mod progress;
pub mod refusal;
pub mod san;
pub mod words;
