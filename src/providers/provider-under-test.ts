import type { Credentials } from '#domain/credentials.ts'
import type { Instrument } from '#domain/instrument.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Charge, Notice, Provider } from './provider.ts'

/** What steers a provider on its test environment into a situation. */
export type Steering = Partial<Pick<Charge, 'metadata' | 'reference' | 'money'>>

/** Something that an answer repeats of what was asked, and may repeat wrongly. */
export type Mistake = 'amount' | 'currency' | 'attempt'

/** A provider on its test environment, with what steers it there for each situation. */
export interface ProviderUnderTest {
  readonly provider: Provider
  readonly account: ProviderAccount
  readonly credentials?: Credentials
  /** Credentials that it refuses; absent if it accepts any. */
  readonly wrongCredentials?: Credentials
  /** What it is asked to charge; a test card unless told otherwise. */
  readonly instrument?: Instrument
  /** What else it has to be told: a currency it takes, a customer it knows. */
  readonly terms?: Partial<Pick<Charge, 'money' | 'customer' | 'transactionType'>>
  /** What the shopper does at the provider to pay; absent where it approves without them. */
  payAsShopper?(charge: Charge): Promise<void>
  /** Approved at once, or by the shopper. */
  readonly approving: Steering
  /** Charged, but the answer never comes. */
  readonly charging: Steering
  /** Not charged, and no answer comes either. */
  readonly losing: Steering
  /** Several values the provider cannot read, and the properties it must name. Absent where it takes no directives. */
  readonly unreadable?: { readonly metadata: Charge['metadata']; readonly properties: readonly string[] }
  /** How often this attempt was carried out and not taken back, as the provider's own ledgers say. */
  netCharges(attemptId: string): Promise<number>
  /** What it has sent of an attempt so far, in this order; absent where nothing is signed. */
  noticesOf?(attemptId: string): Promise<readonly Notice[]>
  /** A refund cannot be taken back: one whose outcome is unknown is carried out by the inquiry instead. */
  readonly keepsFollowUps?: true
  /** What its approvals repeat of what they were asked; nothing where it is absent. */
  readonly repeats?: readonly Mistake[]
  /** Lets its answers repeat something wrongly. @returns what ends that */
  mistake?(mistake: Mistake): () => void
  /** It cannot be asked: what was not answered is taken back, and the inquiry says so. */
  readonly reversesUnanswered?: true
}
