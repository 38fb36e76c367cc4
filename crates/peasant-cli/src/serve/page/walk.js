// A walk of ten endings: what every player should know of pawn endings, each with a position, its explanation and an exercise.

/** @typedef {{name: string, lesson: string, fen: string}} Step `lesson` is explained, then `fen` is asked; both without move counters */

/** @type {Step[]} */
export const WALK = [
  { name: 'The opposition', lesson: '8/2k5/8/2K5/2P5/8/8/8 w - -', fen: '4k3/8/3K4/4P3/8/8/8/8 w - -' },
  { name: 'Key squares', lesson: '8/8/8/8/8/2k5/4P3/4K3 w - -', fen: '5k2/8/8/8/8/2P5/8/3K4 w - -' },
  { name: 'The square of the pawn', lesson: '8/8/8/8/P7/8/8/k1K5 w - -', fen: '8/8/8/8/8/1k5P/8/2K5 w - -' },
  { name: 'Shouldering', lesson: '8/p4K2/P7/8/8/8/1k6/8 w - -', fen: '8/p7/P3K3/8/8/2k5/8/8 w - -' },
  { name: 'The breakthrough', lesson: '8/ppp5/8/PPP5/8/8/6k1/4K3 w - -', fen: '8/5ppp/8/5PPP/8/1k6/8/3K4 w - -' },
  { name: 'The outside passed pawn', lesson: '8/8/p2k4/8/P7/4KP2/8/8 w - -', fen: '8/8/5k2/p7/P3KP2/8/8/8 w - -' },
  { name: 'Two aims: Réti', lesson: '7K/8/k1P5/7p/8/8/8/8 w - -', fen: '8/1p6/7K/8/7P/8/5k2/8 w - -' },
  { name: 'Triangulation', lesson: '2k5/8/p1P5/P2K4/8/8/8/8 w - -', fen: '8/2k5/p1P5/P1K5/8/8/8/8 w - -' },
  { name: 'Corresponding squares', lesson: '6k1/3p4/3p4/3P4/4P1p1/6P1/8/K7 w - -', fen: '8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -' },
  { name: 'Queen against pawn', lesson: '8/8/8/8/8/1Q6/2p5/1k5K b - -', fen: '8/8/8/1K6/4Q3/8/2pk4/8 w - -' },
];
