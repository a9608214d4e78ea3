import type { ProviderAccount } from '#domain/merchant.ts'
import { type Provider, UnknownOutcome } from '#providers/provider.ts'
import type { Gateway, Settings } from '../gateway.ts'

/**
 * What a provider is asked, and whether the account's circuit counts it. Inquiries and reversals do not count: they are
 * repeated until the provider answers, also while its circuit is open.
 */
const COUNTS_FOR_CIRCUIT = { authorize: true, followUp: true, inquire: false, reverse: false } as const satisfies {
  readonly [Operation in keyof Provider]?: boolean
}

/**
 * The one way to a provider: with the provider's time-out, and with the account's circuit told whether an answer came.
 * @returns `unknown` where no usable answer came, which is never a decline (docs/reference/unknown-outcomes.md)
 * @throws Error for a provider that this gateway does not run, which is an operator's mistake
 */
export async function callProvider<Answer>(
  gateway: Gateway,
  account: ProviderAccount,
  operation: keyof typeof COUNTS_FOR_CIRCUIT,
  call: (provider: Provider, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | 'unknown'> {
  const signal = AbortSignal.timeout(gateway.settings.providerTimeoutSeconds * 1000)
  try {
    const answer = await call(providerOf(gateway, account), signal)
    if (COUNTS_FOR_CIRCUIT[operation]) await gateway.circuits.succeed(account)
    return answer
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error
    if (COUNTS_FOR_CIRCUIT[operation]) await gateway.circuits.fail(account)
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
 * Seconds after which nobody waits for the provider's answer any more: its time-out and a margin. From then on the
 * worker asks the provider what happened.
 */
export function answerMarginSeconds({ settings }: { readonly settings: Settings }): number {
  return settings.providerTimeoutSeconds + MARGIN_SECONDS
}
