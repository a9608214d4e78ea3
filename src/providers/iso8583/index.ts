import { type Access, type Provider, requireTime, UnknownOutcome } from '#providers/port/tools.ts'
import type { Observe } from './acquirer.ts'
import type { CardSeal, StoredRequest } from './acquirer-store.ts'
import { CAPABILITIES, NAME } from './capabilities.ts'
import { authorize } from './charge.ts'
import { CREDENTIALS, problemsOfAccount, SETTINGS } from './config.ts'
import { followUp, inquire, repeatCaptures } from './follow-up.ts'
import { Lines, type LinesOptions } from './lines.ts'
import { probe } from './probe.ts'
import { repeatReversals, reverse } from './reverse.ts'

interface Options extends LinesOptions {
  readonly cards: CardSeal
  readonly observe: Observe
}

export interface Iso8583 extends Provider {
  /** Sends due reversals. @returns true if there may be more */
  repeatReversals(accessTo: (request: StoredRequest) => Promise<Access>): Promise<boolean>
  /** Sends due repeats of captures. @returns true if there may be more */
  repeatCaptures(accessTo: (request: StoredRequest) => Promise<Access>): Promise<boolean>
  /** Signs off and releases the lines of this process. */
  close(): Promise<void>
}

/** ISO 8583:1987, straight to an acquirer over TCP (docs/providers/iso8583.md). */
export function createIso8583({ cards, observe, ...options }: Options): Iso8583 {
  const { book, watch, reach } = options
  const lines = new Lines(options)
  const acquirer = { book, cards, lines, observe, watch }
  return {
    name: NAME,
    capabilities: CAPABILITIES,
    needsCards: true,
    credentials: CREDENTIALS,
    settings: SETTINGS,
    checkMetadata: () => [],
    checkSettings: (settings, merchantName) => problemsOfAccount(settings, merchantName, reach),
    probe: (access) => probe(acquirer, access),
    authorize: (call, charge) => known(call, () => authorize(acquirer, call, charge)),
    followUp: (call, asked) => known(call, () => followUp(acquirer, call, asked)),
    inquire: (call, attempt) => known(call, () => inquire(acquirer, call, attempt)),
    reverse: (call, attempt) => known(call, () => reverse(acquirer, call, attempt)),
    // Acquirers do not call us: their messages come on the line.
    readNotice: () => [],
    repeatReversals: (accessTo) => repeatReversals(acquirer, accessTo),
    repeatCaptures: (accessTo) => repeatCaptures(acquirer, accessTo),
    close: () => lines.close(),
  }
}

/** An unreadable ledger leaves the outcome unknown, like a broken line. */
async function known<Answer>(access: Access, ask: () => Promise<Answer>): Promise<Answer> {
  requireTime(access, 'the acquirer')
  try {
    return await ask()
  } catch (error) {
    if (error instanceof UnknownOutcome) throw error
    throw new UnknownOutcome('The acquirer’s book cannot be read or written.', { cause: error })
  }
}
