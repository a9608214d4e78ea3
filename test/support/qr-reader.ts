/** A QR code's modules by row and column; true is dark. */
type Modules = readonly (readonly boolean[])[]

/** Blocks of data codewords at error correction M, by version (ISO/IEC 18004, table 9). */
const BLOCKS: Readonly<Record<number, readonly number[]>> = {
  1: [16],
  2: [28],
  3: [44],
  4: [32, 32],
  5: [43, 43],
  6: [27, 27, 27, 27],
  7: [31, 31, 31, 31],
  8: [38, 38, 39, 39],
  9: [36, 36, 36, 37, 37],
}

/** Centers of the alignment patterns, by version (annex E). */
const CENTERS: Readonly<Record<number, readonly number[]>> = {
  1: [],
  2: [6, 18],
  3: [6, 22],
  4: [6, 26],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  8: [6, 24, 42],
  9: [6, 26, 46],
}

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

const FORMAT_MASK = 0x5412
const LEVEL_M = 0
const BYTE_MODE = 4

/**
 * Reads the text of a QR code that is drawn without errors: versions 1 to 9, error correction M, bytes. It shares nothing
 * with the encoder.
 * @throws for any other
 */
export function readQrCode(modules: Modules): string {
  const version = (modules.length - 17) / 4
  const blocks = BLOCKS[version]
  if (!blocks) throw new Error(`No QR code of version 1 to 9: ${modules.length} modules.`)
  const mask = maskOf(modules)
  const bits = dataPlaces(version).map(([row, column]) => modules[row]![column]! !== mask(row, column))
  return textIn(deinterleave(bytesOf(bits), blocks))
}

/** Modules of our SVG: one square of its path each, and white around them. */
export function modulesOf(svg: string): Modules {
  const [, box = ''] = /viewBox="([^"]+)"/.exec(svg) ?? []
  const [left = 0, , width = 0] = box.split(' ').map(Number)
  const size = width + 2 * left
  const dark = new Set([...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${y} ${x}`))
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => dark.has(`${row} ${column}`)),
  )
}

function maskOf(modules: Modules) {
  const row = modules[8]!
  const inRow = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => row[column]!)
  const inColumn = [7, 5, 4, 3, 2, 1, 0].map((each) => modules[each]![8]!)
  const format = numberOf([...inRow, ...inColumn]) ^ FORMAT_MASK
  if (format >> 13 !== LEVEL_M) throw new Error('The error correction is not M.')
  return MASKS[(format >> 10) & 7]!
}

/** Places of the data bits: pairs of columns from the right, upward and downward in turn. */
function dataPlaces(version: number): readonly (readonly [row: number, column: number])[] {
  const size = 17 + 4 * version
  const places: [number, number][] = []
  let isUpward = true
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step++) {
      const row = isUpward ? size - 1 - step : step
      for (const column of [right, right - 1]) if (!isFunction(version, row, column)) places.push([row, column])
    }
    isUpward = !isUpward
  }
  return places
}

/** True for finders with their format, timing, alignment and version modules. */
function isFunction(version: number, row: number, column: number): boolean {
  const size = 17 + 4 * version
  const isFinder = (row < 9 && (column < 9 || column >= size - 8)) || (row >= size - 8 && column < 9)
  if (isFinder || row === 6 || column === 6) return true
  const near = (a: number, b: number) => version >= 7 && a >= size - 11 && b < 6
  if (near(row, column) || near(column, row)) return true
  const centers = CENTERS[version]!
  const last = centers.at(-1)
  return centers.some((y) =>
    centers.some((x) => {
      const isInFinder = (y === 6 && (x === 6 || x === last)) || (x === 6 && y === last)
      return !isInFinder && Math.abs(row - y) <= 2 && Math.abs(column - x) <= 2
    }),
  )
}

/** Codewords are dealt to the blocks in turn; correction codewords follow and are not needed. */
function deinterleave(codewords: readonly number[], blocks: readonly number[]): readonly number[] {
  const dealt: number[][] = blocks.map(() => [])
  let next = 0
  for (let place = 0; place < Math.max(...blocks); place++)
    blocks.forEach((length, block) => {
      if (place < length) dealt[block]!.push(codewords[next++]!)
    })
  return dealt.flat()
}

/** A segment of bytes: mode in four bits, length in eight, then the bytes. */
function textIn(codewords: readonly number[]): string {
  const bits = codewords.flatMap((byte) => Array.from({ length: 8 }, (_, place) => ((byte >> (7 - place)) & 1) === 1))
  if (numberOf(bits.slice(0, 4)) !== BYTE_MODE) throw new Error('The text is not in bytes.')
  const length = numberOf(bits.slice(4, 12))
  return Buffer.from(bytesOf(bits.slice(12, 12 + 8 * length))).toString()
}

function bytesOf(bits: readonly boolean[]): number[] {
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    numberOf(bits.slice(8 * index, 8 * index + 8)),
  )
}

function numberOf(bits: readonly boolean[]): number {
  return bits.reduce((number, bit) => number * 2 + (bit ? 1 : 0), 0)
}
