// What the trials show the page.

/** Positions whose results are known. */
export const POSITIONS = {
  fine: '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -',
  reti: '7K/8/k1P5/7p/8/8/8/8 w - -',
  opposition: '8/8/8/8/8/2k5/4P3/4K3 w - -',
};

/** A win thrown away at the second move. */
export const GAME = `[Event "A trial"]
[White "One"]
[Black "Two"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "8/8/8/8/8/2k5/4P3/4K3 w - - 0 1"]

1. Kf2 Kd4 2. e3+ Ke4 3. Ke2 Kd5 4. Kd3 Ke5 5. e4 Ke6 1/2-1/2
`;
