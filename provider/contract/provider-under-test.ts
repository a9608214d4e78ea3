import type { Credentials } from '../../src/domain/credentials.ts'
import type { DisputeReport } from '../../src/domain/dispute.ts'
import type { Instrument } from '../../src/domain/instrument.ts'
import type { ProviderAccount } from '../../src/domain/merchant.ts'
import { Secret } from '../../src/domain/secret.ts'
import type { Charge, Notice, Provider } from '../../src/providers/port/provider.ts'

/** Values that steer a provider's test environment into a situation. */
export type Steering = Partial<Pick<Charge, 'metadata' | 'reference' | 'money'>>

/** Value of a request that an answer may repeat wrongly. */
export type Mistake = 'amount' | 'currency' | 'attempt'

/** Unbounded values of a provider's answer about a dispute. */
export interface StrangeDispute {
  readonly code: string
  /** Deadline in milliseconds since 1970. */
  readonly due: number
  readonly movements: number
}

/** Provider on its test environment, with the values for each situation. */
export interface ProviderUnderTest {
  readonly provider: Provider
  readonly account: ProviderAccount
  readonly credentials?: Credentials
  readonly wrongCredentials?: Credentials
  /** Payment method to charge; by default a test card. */
  readonly instrument?: Instrument
  /** Other required values, such as an accepted currency or a known customer. */
  readonly terms?: Partial<Pick<Charge, 'money' | 'customer' | 'transactionType'>>
  /** Action of the shopper at the provider; absent if it approves without one. */
  payAsShopper?(charge: Charge): Promise<void>
  /** Approved immediately, or by the shopper. */
  readonly approving: Steering
  /** Charged, but the answer never comes. */
  readonly charging: Steering
  /** Not charged, and no answer comes either. */
  readonly losing: Steering
  /** Unreadable values, and the properties that the provider must name. Absent if it takes no directives. */
  readonly unreadable?: { readonly metadata: Charge['metadata']; readonly properties: readonly string[] }
  /** Number of unreversed charges of this attempt, by the provider's own ledger. */
  netCharges(attemptId: string): Promise<number>
  /** Notices of an attempt so far, in order; absent if the provider signs none. */
  noticesOf?(attemptId: string): Promise<readonly Notice[]>
  /** True if a refund cannot be reversed: an unknown one is completed by the inquiry instead. */
  readonly keepsFollowUps?: true
  /** Values of the request that its approvals repeat; by default none. */
  readonly repeats?: readonly Mistake[]
  /** Makes its answers repeat a value wrongly. @returns a function that ends that */
  mistake?(mistake: Mistake): () => void
  /** Reads the provider's description of such a case. Absent if it reports no disputes. */
  strangeDispute?(strange: StrangeDispute): DisputeReport | undefined
  /** True if it has no inquiry: an unanswered attempt is reversed, which the inquiry reports. */
  readonly reversesUnanswered?: true
}

/** Credentials after a rotation: the current ones become the previous ones. */
export function rotated(credentials: Credentials): Credentials {
  const entries = Object.entries(credentials).map(([name, credential]) => {
    return [name, { current: new Secret('0123456789abcdef'.repeat(4)), previous: credential!.current }]
  })
  return Object.fromEntries(entries)
}
