import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { countRows, type Part } from '#store/moves/compare-rows.ts'
import type { MovedTable } from '#store/moves/tables.ts'
import type { Moving } from './side.ts'

/** Rows that change between the two reads differ for a moment. */
const TRIES = 5
const PAUSE_MS = 1000

/** Rows since a moment, in tables in which an index finds them. */
export function lateRows(tables: readonly MovedTable[], moment: Date): Part {
  return { of: tables.flatMap(({ name, time }) => (time === null ? [] : [name])), moment, isPast: false }
}

/** Compares a merchant's rows in both groups. @returns the tables that differ */
export async function findDifferences({ merchantId, from, to }: Moving, tables: readonly MovedTable[], part: Part) {
  const [here, there] = await Promise.all([from, to].map(({ sql }) => countRows(sql, tables, merchantId, part)))
  const only = (some: typeof here, others: typeof here) =>
    some!.filter((one) => !others!.some((other) => isDeepStrictEqual(one, other))).map(({ table }) => table)
  return [...new Set([...only(here, there), ...only(there, here)])]
}

/**
 * Compares earlier rows while calls continue, so that their number does not prolong the switch.
 * @returns what is left: later rows, and all rows of tables without such an index or with differences
 */
export async function comparePast(moving: Moving, moment: Date): Promise<Part> {
  const late = lateRows(moving.tables, moment)
  let differing = late.of
  for (let tries = 0; differing.length > 0 && tries < TRIES; tries += 1) {
    if (tries > 0) await sleep(PAUSE_MS)
    const tables = moving.tables.filter(({ name }) => differing.includes(name))
    differing = await findDifferences(moving, tables, { ...late, isPast: true })
  }
  return { ...late, of: late.of.filter((name) => !differing.includes(name)) }
}
