/** Strokes of letters, 6 high, from their top left corner: text in a picture would be read out next to the name. */
const LETTERS: Readonly<Record<string, readonly [width: number, strokes: string]>> = {
  A: [4, 'm0 6 2-6 2 6m-.7-2h-2.6'],
  B: [3.8, 'v6h2.3a1.6 1.6 0 0 0 0-3.1h-2.3m0-2.9h2a1.4 1.4 0 0 1 0 2.9'],
  C: [4, 'm4 1.2a2.3 3 0 1 0 0 3.6'],
  D: [4, 'v6h1.4a2.6 3 0 0 0 0-6z'],
  E: [3.4, 'm3.4 0h-3.4v6h3.4m-.5-3h-2.9'],
  F: [3.4, 'm3.4 0h-3.4v6m0-3h3'],
  G: [4, 'm4 1.2a2.3 3 0 1 0 0 3.6v-1.7h-1.6'],
  I: [0, 'v6'],
  J: [3, 'm3 0v4.2a1.5 1.7 0 0 1-3 0'],
  K: [3.8, 'v6m3.8-6-3.8 3.6m1.4-1.3 2.5 3.7'],
  L: [3, 'v6h3'],
  M: [4.8, 'm0 6v-6l2.4 4 2.4-4v6'],
  N: [4, 'm0 6v-6l4 6v-6'],
  O: [4.6, 'm2.3 0a2.3 3 0 1 0 .01 0z'],
  P: [3.8, 'm0 6v-6h2.2a1.7 1.7 0 0 1 0 3.4h-2.2'],
  R: [3.8, 'm0 6v-6h2.2a1.7 1.7 0 0 1 0 3.4h-2.2m2 0 1.8 2.6'],
  S: [
    3.8,
    'm3.6 1.2c-.4-.8-1.1-1.2-1.9-1.2-1 0-1.7.6-1.7 1.5 0 2.2 3.8 1 3.8 3.2 0 .8-.8 1.5-1.9 1.5-.9 0-1.7-.4-2.1-1.3',
  ],
  T: [4, 'h4m-2 0v6'],
  U: [4, 'v3.8a2 2.2 0 0 0 4 0v-3.8'],
  V: [4, 'l2 6 2-6'],
  W: [6, 'l1.5 6 1.5-5 1.5 5 1.5-6'],
  X: [4, 'l4 6m0-6-4 6'],
  Y: [4, 'l2 3v3m0-3 2-3'],
  2: [3.6, 'm.2 1.4a1.8 1.7 0 1 1 3 1.3l-3.1 3.3h3.6'],
  4: [4, 'm3 6v-6l-3 4.2h4'],
}

const GAP = 1.7

/** Path of a word and its width. */
export function strokesOf(word: string): { readonly path: string; readonly width: number } {
  let x = 0
  const parts = [...word].map((letter) => {
    const [width, strokes] = LETTERS[letter]!
    const part = `M${Number(x.toFixed(1))} 0${strokes}`
    x += width + GAP
    return part
  })
  return { path: parts.join(''), width: x - GAP }
}
