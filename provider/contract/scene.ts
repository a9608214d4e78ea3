import type { AuthenticationProof } from '../../src/domain/authentication.ts'
import type {
  AskedAttempt,
  Call,
  Charge,
  FollowUp,
  InquiryAnswer,
  NoticeEntry,
  ProviderAnswer,
} from '../../src/providers/port/provider.ts'
import type { Mistake, ProviderUnderTest, Steering } from './provider-under-test.ts'
import { attemptOf, callOn, chargeOf, followUpOf, timeLimit } from './test-charges.ts'

type Asked = Charge | FollowUp

/** A gateway in front of a provider under test. It remembers the provider's references. */
export class Scene {
  readonly under: ProviderUnderTest
  readonly #references = new Map<string, string>()

  constructor(under: ProviderUnderTest) {
    this.under = under
  }

  /** Charge of the test environment's terms; every call is a new attempt. */
  charge(steering: Steering = this.under.approving, proof: AuthenticationProof | null = null): Charge {
    const { account, instrument, terms } = this.under
    const charge = chargeOf(account, {}, proof)
    return { ...charge, instrument: instrument ?? charge.instrument, ...terms, ...steering }
  }

  refundOf(charge: Charge, steering: Steering = this.under.approving): FollowUp {
    return { ...followUpOf(charge, this.#referenceOf(charge)), ...steering, money: charge.money }
  }

  async authorize(charge: Charge, signal = timeLimit()): Promise<ProviderAnswer> {
    return this.under.provider.authorize(this.#callAbout(charge, signal), charge)
  }

  async followUp(wanted: FollowUp, signal = timeLimit()): Promise<ProviderAnswer> {
    return this.under.provider.followUp(this.#callAbout(wanted, signal), wanted)
  }

  async inquire(asked: Asked, signal = timeLimit()): Promise<InquiryAnswer> {
    return this.under.provider.inquire(this.#callAbout(asked, signal), await this.#attemptOf(asked))
  }

  async reverse(asked: Asked, signal = timeLimit()): Promise<void> {
    await this.under.provider.reverse(this.#callAbout(asked, signal), await this.#attemptOf(asked))
  }

  /** Authorizes, and pays as the shopper if that is needed. */
  async pay(charge: Charge): Promise<ProviderAnswer> {
    const answer = await this.authorize(charge)
    await this.under.payAsShopper?.(charge)
    return answer
  }

  /** Paid and found: the ID of a payment on a page is known only then. */
  async settle(charge: Charge): Promise<void> {
    await this.pay(charge)
    await this.inquire(charge)
  }

  /** Acts while the provider's answers repeat a value wrongly. */
  async mistaken<T>(mistake: Mistake, act: () => Promise<T>): Promise<T> {
    const end = this.under.mistake!(mistake)
    return act().finally(end)
  }

  async entriesOf({ attemptId }: Asked): Promise<readonly NoticeEntry[]> {
    const notices = (await this.under.noticesOf?.(attemptId)) ?? []
    const { provider, credentials = {} } = this.under
    return notices.flatMap((notice) => provider.readNotice(credentials, notice) as NoticeEntry[])
  }

  #referenceOf({ attemptId }: Asked): string | null {
    return this.#references.get(attemptId) ?? null
  }

  #callAbout({ attemptId }: Asked, signal: AbortSignal): Call {
    const rememberReference = async (reference: string) => void this.#references.set(attemptId, reference)
    return { ...callOn(this.under.account, this.under.credentials, signal), rememberReference }
  }

  async #attemptOf(asked: Asked): Promise<AskedAttempt> {
    const notices = (await this.entriesOf(asked)).map(({ fields }) => fields)
    return { ...attemptOf(asked), providerReference: this.#referenceOf(asked), notices }
  }
}
