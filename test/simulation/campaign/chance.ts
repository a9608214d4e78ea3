import { createHash } from 'node:crypto'

/** Draws of a seed. Two streams of one seed and name give the same draws in the same order, on every machine. */
export interface Chance {
  /** A whole number from `from` to `to`, both included. */
  integer(from: number, to: number): number
  pick<T>(list: readonly T[]): T
  happens(probability: number): boolean
  shuffled<T>(list: readonly T[]): T[]
  /** A stream of its own, so that what one part draws moves nothing elsewhere. */
  branch(name: string): Chance
}

/** 48 bits, which a number holds exactly. */
const BYTES = 6

export function chanceOf(seed: string): Chance {
  let drawn = 0
  const fraction = () => {
    const digest = createHash('sha256').update(`${seed} ${drawn}`).digest()
    drawn += 1
    return digest.readUIntBE(0, BYTES) / 2 ** (8 * BYTES)
  }
  const integer = (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1))
  return {
    integer,
    pick: (list) => list[integer(0, list.length - 1)]!,
    happens: (probability) => fraction() < probability,
    shuffled: (list) =>
      list
        .map((item) => ({ item, at: fraction() }))
        .sort((one, other) => one.at - other.at)
        .map(({ item }) => item),
    branch: (name) => chanceOf(`${seed}/${name}`),
  }
}
