use super::*;

/// The tokens of a text in short.
fn tokens(text: &[u8]) -> Vec<String> {
    let text_of = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Tokens::new(text)
        .map(|token| {
            let Placed { at, end, token } = token.expect("a token");
            let word = text_of(&text[at..end]);
            match token {
                Token::Tag(tag) => format!("tag {} {}", text_of(tag.name), text_of(tag.value)),
                Token::Comment(text) | Token::Rest(text) => format!("comment {}", text_of(text)),
                Token::Nag(nag) => format!("${nag}"),
                Token::Number(number) => format!("{number}."),
                Token::Result(result) => format!("result {result}"),
                Token::Move(Written::Null) => "null".to_owned(),
                Token::Move(_) => word,
                Token::Sign => format!("sign {word}"),
                Token::Word => format!("word {word}"),
                Token::Aside => format!("aside {word}"),
                Token::Open | Token::Close => word,
            }
        })
        .collect()
}

fn check(text: &str, expected: &[&str]) {
    assert_eq!(tokens(text.as_bytes()), expected, "{text}");
}

#[test]
fn everything_is_a_word() {
    check(
        "[White \"A \\\"B\\\" ]\"] [Round \"\"]\n%x\n{c [a]}12.Kb2!?(12...e8=Q+$16 )…Kc3?? ;d\n0-0 +- 1/2-1/2",
        &[
            "tag White A \\\"B\\\" ]",
            "tag Round ",
            "aside %x",
            "comment c [a]",
            "12.",
            "Kb2",
            "$5",
            "(",
            "12.",
            "e8=Q+",
            "$16",
            ")",
            "Kc3",
            "$4",
            "comment d",
            "0-0",
            "sign +-",
            "result 1/2-1/2",
        ],
    );
}

#[test]
fn moves_are_cut_as_people_write_them() {
    check("1.e4.e5,2. Kf2.", &["1.", "e4", "e5", "2.", "Kf2"]);
    check("1e4 e5 2) Nf3", &["1.", "e4", "e5", "2.", "Nf3"]);
    check(
        "1…e5 exd6e.p. exd6 e.p.",
        &["1.", "e5", "exd6e.p.", "exd6", "sign e.p."],
    );
    check(
        "b8(Q) b8 (Q) b8 =Q b8= (q) b8/Q b8:Q",
        &["b8(Q)", "b8 (Q)", "b8 =Q", "b8= (q)", "b8/Q", "b8:Q"],
    );
    check(
        "b8 (b8=Q) Kb8 (Kd4)",
        &["b8", "(", "b8=Q", ")", "Kb8", "(", "Kd4", ")"],
    );
    check(
        "Kf2± ⩲ Kf2+/= □ N TN Kf2N ∞",
        &[
            "Kf2±", "sign ⩲", "Kf2+/=", "sign □", "sign N", "sign TN", "Kf2N", "sign ∞",
        ],
    );
    check(
        "e5 ch Qd8ch dis. ch. Kf2 mate",
        &[
            "e5",
            "sign ch",
            "Qd8ch",
            "sign dis",
            "sign ch",
            "Kf2",
            "sign mate",
        ],
    );
    check("-- Z0 null 0000 <> @@@@ (null)", &["null"; 7]);
    check(
        "♔f2\u{a0}\u{200b}♚d4\u{feff}K\u{200b}e2\u{200b}Kf3",
        &["♔f2", "♚d4", "K\u{200b}e2", "Kf3"],
    );
    check("\0Kf2\u{1a}", &["Kf2"]);
    check("O-O-O+ 0-0 o-o O–O", &["O-O-O+", "0-0", "o-o", "O–O"]);
    assert_eq!(
        tokens(b"Kf2\xb1 \xbd-\xbd \xb1 Kd4\x85"),
        ["Kf2\u{fffd}", "result 1/2-1/2", "sign \u{fffd}", "Kd4"]
    );
}

#[test]
fn results_stand_alone_or_glued() {
    for (glued, result) in [
        ("Kd4*", "result *"),
        ("e8=Q+1-0", "result 1-0"),
        ("Kd41/2-1/2", "result 1/2-1/2"),
        ("Kd4½-½", "result 1/2-1/2"),
        ("Kd40-1", "result 0-1"),
        ("Kd40.5-0.5", "result 1/2-1/2"),
        ("0-0-00–1", "result 0-1"),
        ("e5+*", "result *"),
        ("Kd4 1 - 0", "result 1-0"),
        ("Kd4{c}½", "result 1/2-1/2"),
    ] {
        let tokens = tokens(glued.as_bytes());
        assert_eq!(
            tokens.last().map(String::as_str),
            Some(result),
            "{glued}: {tokens:?}"
        );
        assert!(!tokens[0].starts_with("word"), "{tokens:?}");
    }
}

#[test]
fn what_is_no_word_is_passed_over() {
    check(
        "[pgn]\n1. e4 ] } $ [/pgn]",
        &[
            "aside [pgn]",
            "1.",
            "e4",
            "aside ]",
            "aside }",
            "aside $",
            "aside [/pgn]",
        ],
    );
    check("```pgn\ne4\n```", &["aside ```pgn", "e4", "aside ```"]);
    check(
        "e4 [%clk 1:00] [ e5 [Kd4] wins",
        &[
            "e4",
            "aside [%clk 1:00]",
            "aside [",
            "e5",
            "aside [",
            "Kd4",
            "aside ]",
            "word wins",
        ],
    );
    check("Sd4 Dxd4+", &["word Sd4", "word Dxd4+"]);
    let endless = Tokens::new(b"1. e4 {").find_map(Result::err);
    assert_eq!(endless, Some(Endless { at: 6 }));
}

/// Every byte, and every pair of bytes that mean something, ends.
#[test]
fn all_bytes_are_read() {
    for first in 0..=u8::MAX {
        for second in *b"[]{}();%$!?.\"\\\n 1a*-0/e\xbd\xc2\xe2" {
            let text = [second, first, second, first];
            assert!(Tokens::new(&text).count() <= text.len());
        }
    }
}
