import type { ProviderAccount } from '#domain/merchant.ts'
import type { Outcome } from '#domain/transaction.ts'
import { withTimeout } from '#domain/with-timeout.ts'
import {
  type Access,
  type Call,
  type Exchange,
  OtherMoney,
  type Provider,
  UnknownOutcome,
} from '#providers/port/provider.ts'
import { rememberReference } from '#store/transactions/attempts.ts'
import { insertExchange } from '#store/transactions/provider-exchanges.ts'
import { type Attributes, traced } from '#trace/index.ts'
import { requireCards } from '#vault/require-cards.ts'
import type { Gateway, Settings } from '../gateway.ts'
import { openCredentials } from './credentials.ts'
import { observeCall } from './observe-call.ts'
import { takeBackUnusable } from './take-back-unusable.ts'

/** Metric names. Inquiries and reversals do not count for circuits: they are repeated even while one is open. */
const OPERATIONS = {
  authorize: { metric: 'charge', countsForCircuit: true },
  followUp: { metric: 'follow_up', countsForCircuit: true },
  inquire: { metric: 'inquiry', countsForCircuit: false },
  reverse: { metric: 'reversal', countsForCircuit: false },
} as const satisfies { readonly [Operation in keyof Provider]?: object }

interface Asked {
  readonly account: ProviderAccount
  readonly merchantId: string
  readonly attemptId: string
}

/**
 * The only way to a provider: with its timeout, reported to the account's circuit.
 * @returns `unknown` without a usable response, never a decline (docs/reference/unknown-outcomes.md)
 * @throws Error for an unknown provider, an operator's error
 */
export async function callProvider<Answer>(
  gateway: Gateway,
  asked: Asked,
  operation: keyof typeof OPERATIONS,
  ask: (provider: Provider, call: Call) => Promise<Answer>,
): Promise<Answer | 'unknown'> {
  const { account } = asked
  const { metric, countsForCircuit } = OPERATIONS[operation]
  const exchanges: Promise<void>[] = []
  try {
    const answer = await traced(`provider ${metric}`, namesOf(asked), () =>
      observeCall(gateway.observer, account, metric, async () => {
        const provider = providerOf(gateway, account)
        return withTimeout(timeLimitOf(gateway), (signal) => ask(provider, callFor(gateway, asked, signal, exchanges)))
      }),
    )
    if (countsForCircuit) await gateway.circuits.succeed(account)
    warnOfFailedCapture(gateway, asked, answer)
    return answer
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error
    if (countsForCircuit) await gateway.circuits.fail(account)
    if (error instanceof OtherMoney) await takeBackUnusable(gateway, asked, error.message)
    return 'unknown'
  } finally {
    await Promise.all(exchanges)
  }
}

function namesOf({ account, merchantId, attemptId }: Asked): Attributes {
  return {
    'tollgate.provider': account.provider,
    'tollgate.provider_account_id': account.providerAccountId,
    'tollgate.merchant_id': merchantId,
    'tollgate.attempt_id': attemptId,
  }
}

/** Shoppers approved but were not charged: operators review this differently from a declined card. */
function warnOfFailedCapture({ log }: Gateway, { account, attemptId }: Asked, answer: unknown): void {
  const { outcome } = Object(answer) as { outcome?: Outcome }
  if (!outcome?.captureFailed) return
  const { providerAccountId } = account
  const { code, providerResponseCode } = outcome
  log.warn({ providerAccountId, attemptId, code, providerResponseCode }, 'payment approved but not captured')
}

/** @throws RequestError as `requireCards`, for a provider whose calls need cards */
export function requireReach({ providers, vault }: Gateway, provider: string): void {
  if (providers.get(provider)?.needsCards) requireCards(vault)
}

/** @param signal that ends calls to the account @throws RequestError as `requireReach` */
export function accessTo(
  gateway: Gateway,
  account: ProviderAccount,
  signal = AbortSignal.timeout(timeLimitOf(gateway)),
): Access {
  requireReach(gateway, account.provider)
  return { account, credentials: openCredentials(gateway.vault, account), signal }
}

/** Milliseconds that a provider has for an answer. */
function timeLimitOf({ settings }: Gateway): number {
  return settings.providerTimeoutSeconds * 1000
}

function callFor(
  gateway: Gateway,
  { account, merchantId, attemptId }: Asked,
  signal: AbortSignal,
  exchanges: Promise<void>[],
): Call {
  return {
    ...accessTo(gateway, account, signal),
    rememberReference: (reference) => rememberReference(gateway.sql, merchantId, attemptId, reference),
    noteExchange: (exchange) => void exchanges.push(keep(gateway, { ...exchange, merchantId, attemptId })),
  }
}

/** A payment keeps its result even if the exchange cannot be written. */
async function keep(gateway: Gateway, exchange: Exchange & Omit<Asked, 'account'>): Promise<void> {
  try {
    await insertExchange(gateway.sql, exchange)
  } catch (error) {
    gateway.log.warn({ err: error, attemptId: exchange.attemptId }, 'provider request not saved')
  }
}

function providerOf({ providers, settings }: Gateway, account: ProviderAccount): Provider {
  const provider = providers.get(account.provider)
  if (!provider) throw new Error(`No provider named ${account.provider} runs in realm ${settings.realm}.`)
  return provider
}

const MARGIN_SECONDS = 5

/** Provider timeout with a margin, in seconds. Then no caller waits for the answer, and the worker inquires. */
export function answerMarginSeconds({ settings }: { readonly settings: Settings }): number {
  return settings.providerTimeoutSeconds + MARGIN_SECONDS
}
