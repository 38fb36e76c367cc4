//! Colours. Those of marks are told apart by people who see no red or no green, and each mark has a shape of its own besides.

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// The theme of the reader's system: the picture asks for `prefers-color-scheme`, and is light where nobody answers.
    #[default]
    Auto,
    /// Dark on light, for print.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// The class of the picture, which every rule of its style sheet names: two pictures in one page do not disturb each other.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Theme::Auto => "pd-a",
            Theme::Light => "pd-l",
            Theme::Dark => "pd-d",
        }
    }

    /// The style sheet.
    pub(super) fn css(self) -> String {
        let class = self.class();
        let rules = |rules: &str| -> String {
            let rules = rules.split_terminator('\n');
            rules.map(|rule| format!(".{class} {rule}")).collect()
        };
        match self {
            Theme::Light => rules(SHAPES) + &rules(LIGHT),
            Theme::Dark => rules(SHAPES) + &rules(DARK),
            Theme::Auto => {
                let dark = rules(DARK);
                rules(SHAPES) + &rules(LIGHT) + "@media(prefers-color-scheme:dark){" + &dark + "}"
            }
        }
    }
}

/// What is the same in both; a rule a line. Classes have one letter or two: men `w`, `b`, their inner lines `i`; tones `g`ood,
/// b`a`d and id`e`a, of arrows or with `s` of rings; keys `k`; numbers `nw`, `nb`, their digits `t`; heat `hw`, `hd`, `hl`, `hh`,
/// its signs `z`; highlights `y`; frames `q`; the shine under rings and frames `o`, under the mark of the turn `v`; the page `p`,
/// squares `l` and `d`, the rim `r`, coordinates `c`, text `x`.
const SHAPES: &str = "\
path{stroke-linejoin:round;stroke-linecap:round}
.w{fill:#fff;stroke:#16181a;stroke-width:4}
.b{fill:#1d1f21;stroke:#16181a;stroke-width:4}
.i{fill:none;stroke-width:3.2}
.w .i{stroke-width:2.4}
.b .i{stroke:#f4f4f4}
.l{shape-rendering:crispEdges}
.d{shape-rendering:crispEdges}
.v{stroke:#f4f4f4;stroke-width:8}
.s{fill:none;stroke-width:7}
.g{fill:#0a64ad;stroke:#fff;stroke-width:2.5}
.a{fill:#c8400a;stroke:#fff;stroke-width:2.5}
.e{fill:#efd9f2;stroke:#7d2a90;stroke-width:5}
.s.g{fill:none;stroke:#0a64ad;stroke-width:7}
.s.a{fill:none;stroke:#c8400a;stroke-width:7}
.s.e{fill:none;stroke:#7d2a90;stroke-width:3.5}
.k{fill:#0a64ad;stroke:#fff;stroke-width:3.5}
.nw{fill:#fff;stroke:#0a4a80;stroke-width:4}
.nb{fill:#7a2500;stroke:#fff;stroke-width:4}
.nw .t{stroke:#0a4a80}
.nb .t{stroke:#fff}
.t{fill:none;stroke-width:2}
.o{fill:none;stroke:#fff;stroke-opacity:.65;stroke-width:12}
.q{fill:none;stroke:#7d2a90;stroke-width:8;stroke-dasharray:22 12}
.y{fill:#f5d23c;fill-opacity:.6;stroke:#8a6d00;stroke-width:5}
";

/// On a light page.
const LIGHT: &str = "\
.p{fill:#fff}
.l{fill:#f2ead9}
.d{fill:#c6b595}
.r{fill:none;stroke:#7c6b4c;stroke-width:4}
.c{fill:none;stroke:#5d4f37;stroke-width:1.7}
.x{fill:#2f281b}
.hw{fill:#6cb4ea}
.hd{fill:#f3d568}
.hl{fill:#ef9373}
.hh{fill:#8fd0b0}
.z{fill:none;stroke:#1c2a38;stroke-width:2.2}
";

/// On a dark page. Black men must not drown, so that the dark squares are lighter than one would paint them.
const DARK: &str = "\
.p{fill:#1b1a18}
.l{fill:#beb5a5}
.d{fill:#8c8170}
.r{fill:none;stroke:#5a5245;stroke-width:4}
.c{fill:none;stroke:#d3cabb;stroke-width:1.7}
.x{fill:#e8e1d4}
.hw{fill:#5a9dd0}
.hd{fill:#d3b44c}
.hl{fill:#cf765a}
.hh{fill:#6fae90}
.z{fill:none;stroke:#10161c;stroke-width:2.2}
";
