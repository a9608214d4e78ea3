import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderAccount } from '../../src/domain/merchant.ts'
import type { FollowUpType } from '../../src/domain/transaction-type.ts'
import {
  type Access,
  type AskedAttempt,
  type Call,
  type Charge,
  type Exchange,
  type FollowUp,
  type InquiryAnswer,
  type Provider,
  type ProviderAnswer,
  UnknownOutcome,
} from '../../src/providers/port/provider.ts'
import { isApproved } from '../contract/ensure.ts'
import { attemptOf, chargeOf, followUpOf } from '../contract/test-charges.ts'
import type { Notices } from './notices.ts'
import { type Plan, Unprovable } from './plan.ts'

/** Account to prove, and the way to its provider. */
export interface Subject {
  readonly provider: Provider
  readonly account: ProviderAccount
  readonly plan: Plan
  readonly merchantName: string
  readonly noticeUrl: string
  /** Milliseconds for a shopper on a page, and for notices. */
  readonly waitMs: number
  returnUrlOf(transactionId: string): string
  /** Access for one call. @param account the same, perhaps with other settings */
  access(account: ProviderAccount): Access
  /** Prints a line about the progress. */
  say(line: string): void
}

/** A charge of the proof. Amounts in minor units. */
export interface Payment {
  readonly charge: Charge
  /** True if its answer is lost, pending or an approval. */
  mayHaveMoney: boolean
  captured: bigint
  refunded: bigint
}

type Asked = Charge | FollowUp
type Noted = Exchange & { readonly promise: string; readonly attemptId: string; readonly sentAt: Date }

const POLL_MS = 1000
/** For what is pending, if no notice can arrive. */
const UNNOTICED_MS = 10_000

/** Calls to the provider of one proof, with all that they may have moved. */
export class Trial {
  readonly subject: Subject
  readonly notices: Notices
  readonly payments: Payment[]
  readonly transcript: Noted[]
  /** The promise that is tried. */
  promise = ''
  readonly #references: Map<string, string>
  #isInterrupted = false
  #lastCall: Promise<unknown> = Promise.resolve()

  /** @param before interrupted trial, with which it shares payments and transcript */
  constructor(subject: Subject, notices: Notices, before?: Trial) {
    this.subject = subject
    this.notices = notices
    this.payments = before?.payments ?? []
    this.transcript = before?.transcript ?? []
    this.#references = before ? before.#references : new Map()
  }

  newPayment(transactionType = this.subject.plan.terms.transactionType): Payment {
    const { account, plan, merchantName, noticeUrl } = this.subject
    const charge = { ...chargeOf(account, {}), ...plan.terms, transactionType, merchantName, noticeUrl }
    const returnUrl = this.subject.returnUrlOf(charge.transactionId)
    return { charge: { ...charge, returnUrl }, mayHaveMoney: false, captured: 0n, refunded: 0n }
  }

  /** @param account with other settings @throws UnknownOutcome */
  async authorize(payment: Payment, account?: ProviderAccount): Promise<ProviderAnswer> {
    const { charge } = payment
    if (!this.payments.includes(payment)) this.payments.push(payment)
    payment.mayHaveMoney = true
    const answer = await this.#call(charge, (provider, call) => provider.authorize(call, charge), account)
    payment.mayHaveMoney = !isDeclined(answer)
    return answer
  }

  /** Repeats an unanswered one by the inquiry. @throws UnknownOutcome */
  async followUp(payment: Payment, operation: FollowUpType, amount: bigint, waits = true): Promise<InquiryAnswer> {
    const { charge } = payment
    const asked: FollowUp = {
      ...followUpOf(charge, this.#references.get(charge.attemptId)),
      ...{ operation, money: { ...charge.money, amount }, finalCapture: operation === 'CAPTURE' },
      noticeUrl: charge.noticeUrl,
    }
    const answer = await this.#call(asked, (provider, call) => provider.followUp(call, asked)).catch(() =>
      this.inquire(asked),
    )
    const end = waits ? await this.settled(asked, answer) : answer
    if (isDeclined(end) || end.kind === 'not-found') return end
    if (operation === 'CAPTURE') payment.captured += amount
    else if (operation === 'REFUND') payment.refunded += amount
    else payment.mayHaveMoney = false
    return end
  }

  /** @param knows false: as if neither answer nor notice had come */
  inquire(asked: Asked, account?: ProviderAccount, knows = true): Promise<InquiryAnswer> {
    const attempt = knows ? this.#attemptOf(asked) : attemptOf(asked)
    return this.#call(asked, (provider, call) => provider.inquire(call, attempt), account)
  }

  /** Inquires until nothing is pending or the time is over. */
  async settled(asked: Asked, first: InquiryAnswer): Promise<InquiryAnswer> {
    const { waitMs } = this.subject
    const start = performance.now()
    for (let answer = first; ; answer = await this.inquire(asked)) {
      const isOfPage = answer.kind === 'shopper-step'
      const patience = isOfPage || this.notices.isListening ? waitMs : Math.min(waitMs, UNNOTICED_MS)
      if (!(isOfPage || isPending(answer)) || performance.now() - start > patience) return answer
      await sleep(POLL_MS)
    }
  }

  /** Gives back what is left of a payment. @throws UnknownOutcome or Unprovable if the provider does not confirm it */
  async giveBack(payment: Payment): Promise<void> {
    const { charge, captured, refunded } = payment
    const left = (charge.transactionType === 'AUTHORIZE' ? captured : charge.money.amount) - refunded
    if (captured + refunded === 0n) {
      await this.#call(charge, (provider, call) => provider.reverse(call, this.#attemptOf(charge)))
    } else if (left > 0n) {
      const end = await this.followUp(payment, 'REFUND', left, false)
      if (!isApproved(end) && !isPending(end)) throw new Unprovable('The provider declines the refund.')
    }
    payment.mayHaveMoney = false
  }

  /** Waits for the call in progress. The promise that made it can make no other, but the returned trial can. */
  async interrupt(): Promise<Trial> {
    this.#isInterrupted = true
    await this.#lastCall.catch(() => undefined)
    return new Trial(this.subject, this.notices, this)
  }

  #attemptOf(asked: Asked): AskedAttempt {
    const { attemptId } = asked
    const notices = this.notices.entries.filter((entry) => entry.attemptId === attemptId).map(({ fields }) => fields)
    return { ...attemptOf(asked), providerReference: this.#references.get(attemptId) ?? null, notices }
  }

  #call<Answer>(
    { attemptId }: Asked,
    ask: (provider: Provider, call: Call) => Promise<Answer>,
    account = this.subject.account,
  ): Promise<Answer> {
    if (this.#isInterrupted) throw new UnknownOutcome('The proof was interrupted.')
    const { promise } = this
    const answer = ask(this.subject.provider, {
      ...this.subject.access(account),
      rememberReference: async (reference) => void this.#references.set(attemptId, reference),
      noteExchange: (exchange) => void this.transcript.push({ promise, attemptId, sentAt: new Date(), ...exchange }),
    })
    this.#lastCall = answer
    return answer
  }
}

export function codeOf(answer: InquiryAnswer): string | undefined {
  return 'outcome' in answer ? answer.outcome.code : undefined
}

export const isPending = (answer: InquiryAnswer) => codeOf(answer) === '1002'

const isDeclined = (answer: InquiryAnswer) => codeOf(answer) !== undefined && !isApproved(answer) && !isPending(answer)
