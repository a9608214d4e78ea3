import type { Credentials } from '#domain/credentials.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { attemptOf, callOn, followUpOf } from '#provider/contract/test-charges.ts'
import type { AskedAttempt, Call, Charge, Exchange, FollowUp, Provider } from '#providers/port/provider.ts'

/** A gateway in front of a provider's sandbox: what it remembers and keeps of its calls. */
export interface Scene {
  /** The provider's own numbers, by attempt. */
  readonly references: Map<string, string>
  readonly exchanges: readonly Exchange[]
  callAbout(attemptId: string, signal?: AbortSignal): Call
  authorize(charge: Charge, signal?: AbortSignal): ReturnType<Provider['authorize']>
  followUp(wanted: FollowUp, signal?: AbortSignal): ReturnType<Provider['followUp']>
  inquire(asked: Charge | FollowUp, more?: Partial<AskedAttempt>, signal?: AbortSignal): ReturnType<Provider['inquire']>
  reverse(asked: Charge | FollowUp): Promise<void>
  /** The refund of a charge, or of a part of it. */
  refundOf(charge: Charge, amount?: bigint, reference?: string): FollowUp
}

export function openScene(provider: Provider, account: ProviderAccount, credentials: Credentials): Scene {
  const references = new Map<string, string>()
  const exchanges: Exchange[] = []
  const referenceOf = ({ attemptId }: Charge | FollowUp) => references.get(attemptId) ?? null
  const askedOf = (asked: Charge | FollowUp) => ({ ...attemptOf(asked), providerReference: referenceOf(asked) })
  const callAbout: Scene['callAbout'] = (attemptId, signal = AbortSignal.timeout(10_000)) => ({
    ...callOn(account, credentials, signal),
    rememberReference: async (reference) => void references.set(attemptId, reference),
    noteExchange: (exchange) => void exchanges.push(exchange),
  })
  return {
    references,
    exchanges,
    callAbout,
    authorize: (charge, signal) => provider.authorize(callAbout(charge.attemptId, signal), charge),
    followUp: (wanted, signal) => provider.followUp(callAbout(wanted.attemptId, signal), wanted),
    inquire: (asked, more = {}, signal) =>
      provider.inquire(callAbout(asked.attemptId, signal), { ...askedOf(asked), ...more }),
    reverse: (asked) => provider.reverse(callAbout(asked.attemptId), askedOf(asked)),
    refundOf: (charge, amount = charge.money.amount, reference = 'refund') => {
      return { ...followUpOf(charge, referenceOf(charge)), reference, money: { ...charge.money, amount } }
    },
  }
}

/** How an answer ends a payment. */
export function code(is: string) {
  return { kind: 'outcome', outcome: { code: is } }
}
