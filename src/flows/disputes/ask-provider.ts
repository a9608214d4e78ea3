import type { ProviderAccount } from '#domain/merchant.ts'
import { problem, RequestError } from '#domain/problem.ts'
import { withTimeout } from '#domain/with-timeout.ts'
import { type Access, type AskedDispute, type ProviderDisputes, UnknownOutcome } from '#providers/port/provider.ts'
import { findSubmittedAttempt } from '#store/transactions/submitted-attempts.ts'
import type { Gateway } from '../gateway.ts'
import { accessTo } from '../provider-calls/call-provider.ts'
import { observeCall } from '../provider-calls/observe-call.ts'

export interface NamedDispute {
  readonly reference: string
  readonly attemptId: string | null
}

export function disputesOf({ providers }: Pick<Gateway, 'providers'>, provider: string): ProviderDisputes | undefined {
  return providers.get(provider)?.disputes
}

/** Calls a provider about disputes, with its timeout. @throws RequestError `unavailable`, so that the caller tries again */
export async function askAboutDisputes<Answer>(
  gateway: Gateway,
  account: ProviderAccount,
  ask: (access: Access) => Promise<Answer>,
): Promise<Answer> {
  const limitMs = gateway.settings.providerTimeoutSeconds * 1000
  try {
    return await observeCall(gateway.observer, account, 'inquiry', () =>
      withTimeout(limitMs, (signal) => ask(accessTo(gateway, account, signal))),
    )
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error
    const { provider, providerAccountId } = account
    gateway.log.warn({ provider, providerAccountId, reason: error.message }, 'dispute inquiry failed')
    throw unavailable('The provider gave no usable response; try again later.')
  }
}

export async function askedDisputeOf(
  gateway: Gateway,
  { merchantId }: ProviderAccount,
  { reference, attemptId }: NamedDispute,
): Promise<AskedDispute> {
  const attempt = attemptId === null ? undefined : await findSubmittedAttempt(gateway.sql, merchantId, attemptId)
  return { merchantId, reference, attemptId, notices: attempt?.notices ?? [] }
}

export function unavailable(message: string): RequestError {
  return new RequestError('unavailable', [problem('', message)])
}
