//! Links of the documents lead to files that are there, and to headings that are in them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = Vec::new();
    for folder in ["", "docs", "docs/json", "vendor"] {
        let entries = fs::read_dir(root.join(folder)).expect("a folder");
        pages.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    let crates = fs::read_dir(root.join("crates")).expect("a folder");
    pages.extend(crates.map(|entry| entry.expect("an entry").path().join("README.md")));
    pages.retain(|page| page.extension().is_some_and(|end| end == "md") && page.exists());
    pages
}

/// The text without blocks of code.
fn prose(page: &Path) -> String {
    let text = fs::read_to_string(page).expect("a page");
    let parts = format!("\n{text}");
    let parts = parts.split("\n```").step_by(2);
    parts.collect::<Vec<_>>().join("\n")
}

/// What follows the `#` for each heading, as the hosts of repositories make it.
fn anchors(page: &Path) -> BTreeSet<String> {
    let text = prose(page);
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let slug = |heading: &str| {
        let kept = heading.trim_start_matches('#').trim().chars();
        let kept = kept.filter(|sign| sign.is_alphanumeric() || " -_".contains(*sign));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    headings.map(slug).collect()
}

/// What stands in `](…)`.
fn links(text: &str) -> Vec<&str> {
    let parts = text.split("](").skip(1);
    let targets = parts.filter_map(|part| part.split_once(')'));
    targets.map(|(target, _)| target).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut dead = Vec::new();
    let mut count = 0;
    for page in pages() {
        let text = prose(&page);
        let relative = links(&text).into_iter();
        for link in relative.filter(|link| !link.contains("://")) {
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                _ => page.with_file_name(file),
            };
            let is_there = target.exists();
            if !is_there || !anchor.is_empty() && !anchors(&target).contains(anchor) {
                dead.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(count > 100, "{count} links");
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}
