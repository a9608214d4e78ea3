import { setTimeout as sleep } from 'node:timers/promises'
import { inspect, isDeepStrictEqual } from 'node:util'
import { UnknownOutcome } from '../../src/providers/port/provider.ts'

const POLL_MS = 50
const POLL_LIMIT_MS = 30_000

/** Promise that a provider broke. The message says how. */
export class BrokenPromise extends Error {
  override name = 'BrokenPromise'
}

export function ensure(isKept: boolean, message: string): asserts isKept {
  if (!isKept) throw new BrokenPromise(message)
}

export function ensureEqual(actual: unknown, expected: unknown, what: string): void {
  ensure(isDeepStrictEqual(actual, expected), `${what} is ${shown(actual)}, not ${shown(expected)}`)
}

/** An answer with an outcome. @param code of the outcome */
export function ensureOutcome(answer: unknown, code: string, what: string): void {
  const { kind, outcome } = Object(answer) as { kind?: unknown; outcome?: { code?: unknown } }
  ensure(kind === 'outcome' && outcome?.code === code, `${what} is ${shown(answer)}, not an outcome with code ${code}`)
}

export function isApproved(answer: unknown): boolean {
  return (answer as { outcome?: { code?: unknown } }).outcome?.code === '0000'
}

/** Ensures that a call throws UnknownOutcome. @param kind a more specific class */
export async function ensureThrows(call: Promise<unknown>, what: string, kind = UnknownOutcome): Promise<void> {
  const end = await call.then(
    (answer) => `returns ${shown(answer)}`,
    (error: unknown) => (error instanceof kind ? undefined : `throws ${shown(error)}`),
  )
  ensure(end === undefined, `${what} ${end} instead of throwing ${kind.name}`)
}

/** Reads until a value is right, by default for half a minute. @returns the last value */
export async function eventually<Value>(
  read: () => Promise<Value>,
  isRight: (value: Value) => boolean,
  limitMs = POLL_LIMIT_MS,
  pollMs = POLL_MS,
): Promise<Value> {
  const until = Date.now() + limitMs
  for (;;) {
    const value = await read()
    if (isRight(value) || Date.now() > until) return value
    await sleep(pollMs)
  }
}

function shown(value: unknown): string {
  return value instanceof Error
    ? `${value.name}: ${value.message}`
    : inspect(value, { depth: 3, breakLength: Infinity })
}
