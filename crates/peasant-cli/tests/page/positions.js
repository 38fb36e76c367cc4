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

const BLOCKED = '[SetUp "1"]\n[FEN "k7/8/4p3/4P3/8/8/8/K7 w - - 0 1"]\n\n';

/** A game in which the kings walk to and fro. @param {number} moves */
export function shuffled(moves) {
  const turns = ['Kb2 Kb7', 'Ka2 Ka7', 'Kb2 Kb7', 'Ka1 Ka8'];
  const played = Array.from({ length: moves }, (_, index) => `${index + 1}. ${turns[index % 4]}\n`);
  return `[White "Long"]\n[Black "Longer"]\n${BLOCKED}${played.join('')}*\n`;
}

/** A game in which each variation has another one. @param {number} depth */
export function nested(depth) {
  const played = Array.from({ length: depth }, (_, ply) => {
    const [turn, rank] = [ply >> 1, ply % 2 ? [7, 8] : [2, 1]];
    const number = `${turn + 1}${ply % 2 ? '...' : '.'}`;
    return `${number} Kb${rank[0]} (${number} Ka${rank[turn % 2]}\n`;
  });
  return `[White "Deep"]\n[Black "Deeper"]\n${BLOCKED}${played.join('')}${')'.repeat(depth)} *\n`;
}
