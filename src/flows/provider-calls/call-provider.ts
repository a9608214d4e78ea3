import type { ProviderAccount } from '#domain/merchant.ts'
import { type Provider, UnknownOutcome } from '#providers/provider.ts'
import type { Gateway, Settings } from '../gateway.ts'

/**
 * What is asked of a provider, and whether that tells how its account fares. Inquiries and reversals do not: they also
 * go to accounts that payments keep away from, and repeat themselves until somebody answers.
 */
const TELLS_HEALTH = { authorize: true, followUp: true, inquire: false, reverse: false } as const satisfies {
  readonly [Operation in keyof Provider]?: boolean
}

/**
 * The one way to a provider. It gets its time and no more; the account's circuit hears whether it answered; and no
 * usable answer comes back as `unknown`, which is never a decline (docs/reference/unknown-outcomes.md).
 * @throws Error for an account of a provider that this gateway does not run, which is an operator's mistake
 */
export async function callProvider<Answer>(
  gateway: Gateway,
  account: ProviderAccount,
  operation: keyof typeof TELLS_HEALTH,
  call: (provider: Provider, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | 'unknown'> {
  const signal = AbortSignal.timeout(gateway.settings.providerTimeoutSeconds * 1000)
  try {
    const answer = await call(providerOf(gateway, account), signal)
    if (TELLS_HEALTH[operation]) await gateway.circuits.succeed(account)
    return answer
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error
    if (TELLS_HEALTH[operation]) await gateway.circuits.fail(account)
    return 'unknown'
  }
}

function providerOf({ providers, settings }: Gateway, account: ProviderAccount): Provider {
  const provider = providers.get(account.provider)
  if (!provider) throw new Error(`No provider named ${account.provider} runs in realm ${settings.realm}.`)
  return provider
}

const MARGIN_SECONDS = 5

/**
 * Seconds after which whoever was asking a provider has ended, alive or dead: the provider's time-out and a margin. From
 * then on the worker asks the provider what happened.
 */
export function answerMarginSeconds({ settings }: { readonly settings: Settings }): number {
  return settings.providerTimeoutSeconds + MARGIN_SECONDS
}
