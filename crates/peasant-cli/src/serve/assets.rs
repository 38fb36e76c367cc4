//! The files of the page, all of them part of the program.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::reply::Refusal;
use verbs::host::fault::Fault;

/// A file: what it is called, and what is in it.
type Asset = (&'static str, &'static [u8]);

macro_rules! assets {
    ($folder:literal: $($name:literal)*) => {
        &[$(($name, include_bytes!(concat!($folder, $name)))),*]
    };
}

const INDEX: &str = include_str!("page/index.html");

/// Endings from books, with their sources: exercises.
const BOOKS: &str = include_str!("../../books.epd");

/// Ours, under `/page/`.
const PAGE: &[Asset] = assets!["page/":
    "address.js"
    "answer.js"
    "api.js"
    "board.css"
    "board.js"
    "cursor.js"
    "dom.js"
    "editor.js"
    "exercises.js"
    "explanation.js"
    "faults.js"
    "files.js"
    "games.js"
    "icon.svg"
    "line.js"
    "main.js"
    "marks.js"
    "men.js"
    "movelist.js"
    "moves.js"
    "movetext.js"
    "notes.js"
    "pawngame-board.js"
    "pawngame-panel.js"
    "pawngame-position.js"
    "pawngame-rules.js"
    "pawngame-words.js"
    "pawngame.css"
    "pawngame.js"
    "play.js"
    "position.js"
    "proof.js"
    "share.js"
    "storage.js"
    "studies.js"
    "style.css"
    "tabs.js"
    "theme.js"
    "train.js"
    "transport.js"
    "tree.js"
    "trouble.js"
    "walk.js"
    "words.js"
];

/// Those of others, under `/vendor/`.
const VENDOR: &[Asset] = assets!["../../vendor/":
    "chessground-9.2.1/LICENSE"
    "chessground-9.2.1/assets/chessground.base.css"
    "chessground-9.2.1/assets/chessground.brown.css"
    "chessground-9.2.1/assets/chessground.cburnett.css"
    "chessground-9.2.1/dist/chessground.min.js"
    "chessops-0.15.1/LICENSE.txt"
    "chessops-0.15.1/dist/esm/attacks.js"
    "chessops-0.15.1/dist/esm/board.js"
    "chessops-0.15.1/dist/esm/chess.js"
    "chessops-0.15.1/dist/esm/compat.js"
    "chessops-0.15.1/dist/esm/fen.js"
    "chessops-0.15.1/dist/esm/pgn.js"
    "chessops-0.15.1/dist/esm/san.js"
    "chessops-0.15.1/dist/esm/setup.js"
    "chessops-0.15.1/dist/esm/squareSet.js"
    "chessops-0.15.1/dist/esm/types.js"
    "chessops-0.15.1/dist/esm/util.js"
    "chessops-0.15.1/dist/esm/variant.js"
    "badrap-result-0.3.1/LICENSE"
    "badrap-result-0.3.1/dist/mjs/index.mjs"
    "ts-fsrs-4.4.3/LICENSE"
    "ts-fsrs-4.4.3/dist/index.mjs"
];

/// What the one inline script stands between: where modules of others are.
const IMPORTS: [&str; 2] = ["<script type=\"importmap\">", "</script>"];

/// Everything comes from here, and no script but those of the files and the map of modules.
pub fn policy() -> HeaderValue {
    let imports = INDEX
        .split_once(IMPORTS[0])
        .and_then(|(_, rest)| rest.split_once(IMPORTS[1]));
    let hash = imports.map_or(String::new(), |(map, _)| {
        format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(map)))
    });
    let policy = format!(
        "default-src 'none'; script-src 'self'{hash}; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    HeaderValue::try_from(policy).expect("a policy is plain text")
}

/// Each program has its own files: that is how a browser knows whether it still has them.
static TAG: LazyLock<HeaderValue> = LazyLock::new(|| {
    let mut sum = Sha256::new();
    sum.update(INDEX);
    sum.update(BOOKS);
    PAGE.iter()
        .chain(VENDOR)
        .for_each(|(_, bytes)| sum.update(bytes));
    let tag = format!("\"{}\"", STANDARD.encode(&sum.finalize()[..12]));
    HeaderValue::try_from(tag).expect("a tag is plain text")
});

pub async fn index(headers: HeaderMap) -> Response {
    file("index.html", INDEX.as_bytes(), &headers)
}

pub async fn books(headers: HeaderMap) -> Response {
    file("books.epd", BOOKS.as_bytes(), &headers)
}

pub async fn page(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Refusal> {
    find(PAGE, &name, &headers)
}

pub async fn vendor(Path(path): Path<String>, headers: HeaderMap) -> Result<Response, Refusal> {
    find(VENDOR, &path, &headers)
}

fn find(assets: &[Asset], name: &str, headers: &HeaderMap) -> Result<Response, Refusal> {
    let found = assets.iter().find(|(known, _)| *known == name);
    let missing = || Refusal::Missing(Fault::new("there is no such file").about(name));
    found
        .map(|(name, bytes)| file(name, bytes, headers))
        .ok_or_else(missing)
}

fn file(name: &str, bytes: &'static [u8], headers: &HeaderMap) -> Response {
    let kind = match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    };
    let is_known = headers.get(header::IF_NONE_MATCH) == Some(&*TAG);
    let mut response = match is_known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => bytes.into_response(),
    };
    let stored = response.headers_mut();
    stored.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    stored.insert(header::ETAG, TAG.clone());
    // It asks each time whether that is still so.
    stored.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// No file of the page is forgotten.
    #[test]
    fn all_files_of_the_page_are_there() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page");
        let files = std::fs::read_dir(folder).expect("the folder is there");
        let name = |file: std::io::Result<std::fs::DirEntry>| {
            file.expect("a file")
                .file_name()
                .into_string()
                .expect("a plain name")
        };
        let there: BTreeSet<String> = files
            .map(name)
            .filter(|name| name != "index.html")
            .collect();
        let known: BTreeSet<String> = PAGE.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(there, known);
    }

    #[test]
    fn the_page_weighs_less_than_500_kb() {
        let files = PAGE.iter().chain(VENDOR);
        // Nobody needs a licence to see the page.
        let files = files.filter(|(name, _)| !name.contains("LICENSE"));
        let files = files.map(|(_, bytes)| bytes.len());
        let bytes = INDEX.len() + BOOKS.len() + files.sum::<usize>();
        assert!(bytes < 500_000, "{bytes}");
    }

    /// Everything that the page names is there, and nothing comes from elsewhere.
    #[test]
    fn the_policy_knows_the_map_of_modules() {
        let policy = policy();
        let policy = policy.to_str().expect("plain text");
        assert!(policy.contains("script-src 'self' 'sha256-"), "{policy}");
        for part in ["unsafe", "http", "*"] {
            assert!(!policy.contains(part), "{policy}");
        }
    }
}
