import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#domain/ids.ts'
import { gatewayOutcome } from '#domain/transaction.ts'
import type { Charge } from '#providers/port/provider.ts'
import type { InvariantName } from './audit/index.ts'

// biome-ignore lint/suspicious/noExplicitAny: any arguments and results of the changed function
type Call = (...args: any[]) => any

/** A bug planted into a gateway under test: one function of it does something else. */
export interface Mutant {
  readonly name: string
  /** The promise the auditor has to see broken. */
  readonly breaks: InvariantName
  /** Below `src`. */
  readonly module: string
  /** An exported function. */
  readonly call: string
  readonly change: (original: Call) => Call
}

/** Long enough for a process to die in between. */
const LATER_MS = 500

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'follow-ups-run-again',
    breaks: 'nothing is executed twice',
    module: 'flows/manage/previous-run.ts',
    call: 'findPreviousRun',
    change: () => async () => ({ id: newId('trx'), done: undefined }),
  },
  {
    name: 'time-out-is-a-decline',
    breaks: 'an unknown outcome never goes to another provider',
    module: 'simulators/common/index.ts',
    call: 'createSimulator',
    change:
      (original) =>
      (...args) => {
        const provider = original(...args)
        const declined = { kind: 'outcome', outcome: gatewayOutcome('1000', 'timed out') }
        return { ...provider, authorize: (...asked: unknown[]) => provider.authorize(...asked).catch(() => declined) }
      },
  },
  {
    name: 'stripe-is-asked-twice',
    breaks: 'nothing is charged twice',
    module: 'providers/stripe/index.ts',
    call: 'createStripe',
    change:
      (original) =>
      (...args) => {
        const provider = original(...args)
        const again = (charge: Charge): Charge => ({ ...charge, attemptId: `${charge.attemptId}-again` })
        return {
          ...provider,
          async authorize(call: object, charge: Charge) {
            await provider.authorize(call, again(charge)).catch(() => undefined)
            return provider.authorize(call, charge)
          },
        }
      },
  },
  {
    name: 'adyen-is-not-told-to-reverse',
    breaks: 'the providers charged what the gateway approved, and nothing else',
    module: 'providers/adyen/index.ts',
    call: 'createAdyen',
    change:
      (original) =>
      (...args) => ({ ...original(...args), reverse: async () => undefined }),
  },
  {
    name: 'intent-after-the-charge',
    breaks: 'the intent is recorded before the provider hears of it',
    module: 'store/transactions/intents.ts',
    call: 'recordIntents',
    change: (original) => async (sql, intents, due) => {
      void sleep(LATER_MS).then(() => original(sql, intents, due).catch(() => undefined))
      return intents.map(() => ({ kind: 'recorded' }))
    },
  },
  {
    name: 'another-amount-is-charged',
    breaks: 'the providers charged what the gateway approved, and nothing else',
    module: 'simulators/common/index.ts',
    call: 'createSimulator',
    change:
      (original) =>
      (...args) => {
        const provider = original(...args)
        const dearer = (charge: Charge) => ({ ...charge, money: { ...charge.money, amount: charge.money.amount + 1n } })
        return {
          ...provider,
          authorize: (account: unknown, charge: Charge, signal: unknown) =>
            provider.authorize(account, dearer(charge), signal),
        }
      },
  },
  {
    name: 'nothing-is-reversed',
    breaks: 'the providers charged what the gateway approved, and nothing else',
    module: 'flows/payment/outcome/finalize.ts',
    call: 'finalize',
    change: (original) => (gateway, transaction, outcome, expectation) =>
      original(gateway, transaction, outcome, { ...expectation, reversalRequested: false }),
  },
  {
    name: 'pending-is-called-declined',
    breaks: 'a definitive answer stays true',
    module: 'http/api/transactions/view.ts',
    call: 'transactionView',
    change: (original) => (gateway, transaction) => {
      const view = original(gateway, transaction)
      return view.status === 'PENDING' ? { ...view, status: 'DECLINED', processing_code: '1000' } : view
    },
  },
  {
    name: 'webhook-id-of-each-try',
    breaks: 'every attempt of an event is the same',
    module: 'events/sign.ts',
    call: 'signatureHeaders',
    change:
      (original) =>
      (_id, ...rest) =>
        original(newId('evt'), ...rest),
  },
  {
    name: 'no-reversals',
    breaks: 'nothing waits for ever',
    module: 'flows/worker/reverse-due.ts',
    call: 'reverseDue',
    change: () => async () => undefined,
  },
]
