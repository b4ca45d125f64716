// What the passive check got wrong two editions ago on the same sessions: measured once, with the program of then (82420dd8^), and kept to compare with.

/** By source and species: sessions judged wrongly, and all. */
export const twoEditionsAgo: Readonly<
  Record<string, Readonly<Record<string, readonly [wrong: number, all: number]>>>
> = {
  'Replay-Attack': { highdef: [2, 53], mobile: [0, 69], print: [1, 30], live: [0, 60] },
  masks: {
    live: [2, 15],
    'paper-mask': [22, 22],
    'cut-out': [0, 2],
    'latex-mask': [2, 2],
    'screen-display': [0, 2],
    'screen-phone': [2, 5],
    'textile-mask': [6, 6],
    'wrapped-paper-mask': [1, 1],
    'silicone-mask': [1, 1],
  },
  phones: { live: [1, 2], 'cut-out': [0, 2], print: [0, 2], screen: [0, 4] },
  oulu: { live: [1, 10], screen: [0, 10], print: [5, 10] },
  'celeba-spoof': { live: [6, 57], spoof: [51, 99] },
  LFW: { live: [45, 372] },
  'head turns': { live: [0, 5] },
  'GENKI-4K': { live: [107, 503] },
  'bare faces': { live: [131, 270] },
  videos: { live: [0, 4] },
  speaking: { live: [0, 4] },
  'filmed replays': { screen: [0, 2] },
}
