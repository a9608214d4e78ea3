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
} from '#providers/provider.ts'
import { rememberReference } from '#store/transactions/attempts.ts'
import { insertExchange } from '#store/transactions/provider-exchanges.ts'
import { type Attributes, traced } from '#trace/index.ts'
import type { Gateway, Settings } from '../gateway.ts'
import { openCredentials } from './credentials.ts'
import { observeCall } from './observe-call.ts'
import { takeBackUnusable } from './take-back-unusable.ts'

/**
 * What a provider is asked, as the metrics name it, and whether the account's circuit counts it. Inquiries and
 * reversals do not count there: they are repeated until the provider answers, also while its circuit is open.
 */
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
 * The one way to a provider: with the provider's time-out, and with the account's circuit told whether an answer came.
 * @returns `unknown` where no usable answer came, which is never a decline (docs/reference/unknown-outcomes.md)
 * @throws Error for a provider that this gateway does not run, which is an operator's mistake
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

/** The shopper agreed and no money came: people review that otherwise than into a card that was declined. */
function warnOfFailedCapture({ log }: Gateway, { account, attemptId }: Asked, answer: unknown): void {
  const { outcome } = Object(answer) as { outcome?: Outcome }
  if (!outcome?.captureFailed) return
  const { providerAccountId } = account
  const { code, providerResponseCode } = outcome
  log.warn({ providerAccountId, attemptId, code, providerResponseCode }, 'payment approved but not captured')
}

/** The way to an account. @param signal that ends what is asked there */
export function accessTo(
  gateway: Gateway,
  account: ProviderAccount,
  signal = AbortSignal.timeout(timeLimitOf(gateway)),
): Access {
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

/** A payment keeps its answer even where the exchange cannot be written. */
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

/**
 * Seconds after which nobody waits for the provider's answer any more: its time-out and a margin. From then on the
 * worker asks the provider what happened.
 */
export function answerMarginSeconds({ settings }: { readonly settings: Settings }): number {
  return settings.providerTimeoutSeconds + MARGIN_SECONDS
}
