import { execFileSync } from 'node:child_process'
import type { Violation } from './audit/index.ts'
import { type Counter, floorOf, voidCounters } from './minimum-counts.ts'

/** Of each broken promise. */
const SHOWN = 10

/** Parameters of a run, to run it again. */
export interface Run {
  readonly seed: string
  readonly minutes: number
  readonly violations: readonly Violation[]
  readonly counters: readonly Counter[]
}

/** The verdict in words, and on what it stands. */
export function formatReport({ seed, minutes, violations, counters }: Run): string {
  const missed = new Set(voidCounters(counters, minutes))
  const lines = counters.map((counter) => {
    const { what, count } = counter
    return `${String(count).padStart(7)}  ${what}${missed.has(counter) ? `: under ${floorOf(counter, minutes)}` : ''}`
  })
  return [
    ...lines,
    ...violations.flatMap(({ invariant, found }) => [
      `BROKEN: ${invariant}, ${found.length} times`,
      ...found.slice(0, SHOWN).map((each) => `    ${each}`),
    ]),
    `${verdictOf(violations, missed.size)} (seed ${seed}, ${minutes} min, commit ${commit()})`,
  ].join('\n')
}

function verdictOf(violations: readonly Violation[], missed: number): string {
  if (violations.length > 0) return `FAILED: ${violations.length} promises do not hold`
  return missed > 0 ? `VOID: ${missed} counters stayed under their floors` : 'PASSED: every promise holds'
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
