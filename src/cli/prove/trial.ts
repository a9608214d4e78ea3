import { newId } from '#domain/ids.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { FollowUpType } from '#domain/transaction-type.ts'
import { showMerchant } from '#flows/admin/merchants.ts'
import type { Gateway } from '#flows/gateway.ts'
import { accessTo } from '#flows/provider-calls/call-provider.ts'
import { providerReturnUrl } from '#flows/provider-calls/callback-urls.ts'
import {
  type AskedAttempt,
  type Call,
  type Charge,
  type Exchange,
  type FollowUp,
  type InquiryAnswer,
  type Provider,
  type ProviderAnswer,
  UnknownOutcome,
} from '#providers/port/provider.ts'
import { Failure } from '../command.ts'
import type { Notices } from './notices.ts'
import type { Plan } from './plan.ts'

/** A charge of the proof. Amounts in minor units. */
export interface Payment {
  readonly charge: Charge
  /** True if its answer is lost, pending or an approval. */
  mayHaveMoney: boolean
  captured: bigint
  refunded: bigint
}

interface Surroundings {
  readonly gateway: Gateway
  readonly provider: Provider
  readonly account: ProviderAccount
  readonly plan: Plan
  readonly notices: Notices
  readonly noticeUrl: string
  /** Milliseconds for a shopper on a page, and for notices. */
  readonly waitMs: number
}

const POLL_MS = 1000
/** For what is pending, if no notice can arrive. */
const UNNOTICED_MS = 10_000

type Noted = Exchange & { readonly promise: string; readonly attemptId: string; readonly sentAt: Date }

/** Calls to the provider of one proof, with all that they may have moved. */
export class Trial {
  readonly surroundings: Surroundings
  readonly payments: Payment[]
  readonly transcript: Noted[]
  /** The promise that is tried. */
  promise = ''
  readonly #references: Map<string, string>
  #isOver = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(surroundings: Surroundings, before?: Trial) {
    this.surroundings = surroundings
    this.payments = before?.payments ?? []
    this.transcript = before?.transcript ?? []
    this.#references = before ? before.#references : new Map()
  }

  /** Waits for the call that is being made, and allows no other. @returns a trial that continues with its payments */
  async end(): Promise<Trial> {
    this.#isOver = true
    await this.#last.catch(() => undefined)
    return new Trial(this.surroundings, this)
  }

  async newPayment(transactionType = this.surroundings.plan.operation): Promise<Payment> {
    const { gateway, account, plan, noticeUrl } = this.surroundings
    const { merchantId } = account
    const [id, { name }] = [newId('trx'), await showMerchant(gateway, merchantId)]
    const charge: Charge = {
      ...{ attemptId: newId('att'), transactionId: id, merchantId, merchantName: name, reference: newId('ord') },
      ...{ transactionType, money: plan.money, instrument: plan.instrument, customer: plan.customer },
      ...{ shopperIp: '203.0.113.7', proof: null, round: 1, noticeUrl, metadata: {} },
      returnUrl: providerReturnUrl(gateway, { merchantId, id }),
    }
    return { charge, mayHaveMoney: false, captured: 0n, refunded: 0n }
  }

  /** @param account with other settings @throws UnknownOutcome */
  async authorize(payment: Payment, account = this.surroundings.account): Promise<ProviderAnswer> {
    const { charge } = payment
    if (!this.payments.includes(payment)) this.payments.push(payment)
    payment.mayHaveMoney = true
    const answer = await this.#call(charge.attemptId, account, (provider, call) => provider.authorize(call, charge))
    payment.mayHaveMoney = !isDeclined(answer)
    return answer
  }

  /** Repeats an unanswered one by the inquiry. @throws UnknownOutcome */
  async followUp(payment: Payment, operation: FollowUpType, amount: bigint, waits = true): Promise<InquiryAnswer> {
    const { charge } = payment
    const { attemptId, merchantId, reference, noticeUrl, transactionType, money } = charge
    const parent = { attemptId, operation: transactionType, money, paymentMethod: this.surroundings.plan.method }
    const asked: FollowUp = {
      ...{ attemptId: newId('att'), transactionId: newId('trx'), merchantId, reference, operation, noticeUrl },
      ...{ money: { ...money, amount }, finalCapture: operation === 'CAPTURE', metadata: {} },
      parent: { ...parent, providerReference: this.#references.get(attemptId) ?? null },
    }
    const answer = await this.#call(asked.attemptId, undefined, (provider, call) =>
      provider.followUp(call, asked),
    ).catch(() => this.inquire(asked))
    const end = waits ? await this.settled(asked, answer) : answer
    if (isDeclined(end) || end.kind === 'not-found') return end
    if (operation === 'CAPTURE') payment.captured += amount
    else if (operation === 'REFUND') payment.refunded += amount
    else payment.mayHaveMoney = false
    return end
  }

  /** @param knows false: as if neither answer nor notice had come */
  inquire(asked: Charge | FollowUp, account = this.surroundings.account, knows = true): Promise<InquiryAnswer> {
    const attempt = this.#attemptOf(asked)
    const known = knows ? attempt : { ...attempt, providerReference: null, notices: [] }
    return this.#call(asked.attemptId, account, (provider, call) => provider.inquire(call, known))
  }

  /** Inquires until nothing is pending or the time is over. */
  async settled(asked: Charge | FollowUp, first: InquiryAnswer): Promise<InquiryAnswer> {
    const { notices, waitMs } = this.surroundings
    const start = performance.now()
    for (let answer = first; ; answer = await this.inquire(asked)) {
      const isOfPage = answer.kind === 'shopper-step'
      const patience = isOfPage || notices.isListening ? waitMs : Math.min(waitMs, UNNOTICED_MS)
      if (!(isOfPage || isPending(answer)) || performance.now() - start > patience) return answer
      await pause(POLL_MS)
    }
  }

  /** Gives back what is left of a payment. @throws UnknownOutcome or Failure if the provider does not confirm it */
  async giveBack(payment: Payment): Promise<void> {
    const { charge, captured, refunded } = payment
    const { attemptId, money, transactionType } = charge
    const left = (transactionType === 'AUTHORIZE' ? captured : money.amount) - refunded
    if (captured + refunded === 0n) {
      await this.#call(attemptId, undefined, (provider, call) => provider.reverse(call, this.#attemptOf(charge)))
    } else if (left > 0n) {
      const end = await this.followUp(payment, 'REFUND', left, false)
      if (!isApproved(end) && !isPending(end)) throw new Failure('The provider declines the refund.')
    }
    payment.mayHaveMoney = false
  }

  #attemptOf(asked: Charge | FollowUp): AskedAttempt {
    const { attemptId, transactionId, merchantId, reference, money } = asked
    const { plan, notices } = this.surroundings
    const isFollowUp = 'operation' in asked
    return {
      ...{ attemptId, transactionId, merchantId, reference, money, paymentMethod: plan.method },
      operation: isFollowUp ? asked.operation : asked.transactionType,
      parent: isFollowUp ? asked.parent : null,
      finalCapture: isFollowUp && asked.finalCapture,
      providerReference: this.#references.get(attemptId) ?? null,
      notices: notices.entries.filter((entry) => entry.attemptId === attemptId).map(({ fields }) => fields),
    }
  }

  #call<Answer>(
    attemptId: string,
    account = this.surroundings.account,
    ask: (provider: Provider, call: Call) => Promise<Answer>,
  ): Promise<Answer> {
    const { promise } = this
    if (this.#isOver) throw new UnknownOutcome('The proof was interrupted.')
    const { gateway, provider } = this.surroundings
    const call: Call = {
      ...accessTo(gateway, account),
      rememberReference: async (reference) => void this.#references.set(attemptId, reference),
      noteExchange: (exchange) => void this.transcript.push({ promise, attemptId, sentAt: new Date(), ...exchange }),
    }
    const answer = ask(provider, call)
    this.#last = answer
    return answer
  }
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export function codeOf(answer: InquiryAnswer): string | undefined {
  return 'outcome' in answer ? answer.outcome.code : undefined
}

export const isApproved = (answer: InquiryAnswer) => codeOf(answer) === '0000'
export const isPending = (answer: InquiryAnswer) => codeOf(answer) === '1002'

function isDeclined(answer: InquiryAnswer): boolean {
  const code = codeOf(answer)
  return code !== undefined && !['0000', '1002'].includes(code)
}
