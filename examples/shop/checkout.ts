import { type Envelope, nextStep, type Tollgate, TollgateError, type Transaction } from '@tollgate/client'
import { authorizeRequest, fieldProblems, type Visitor } from './authorize-request.ts'
import { type BrowserStep, browserStep, hasMethod, resultPath } from './browser-step.ts'
import type { DemoAccess } from './demo-access.ts'
import type { Order } from './orders.ts'
import type { Form, PaymentOption, Shopper } from './payment-options/payment-option.ts'
import { paymentRequest } from './payment-request.ts'

const CANCELED_BY_SHOPPER = 'N'

/** Calls of the gateway for one order: pay, fingerprint, challenge, and the outcome. */
export class Checkout {
  readonly #tollgate: Tollgate
  readonly #access: DemoAccess

  constructor(tollgate: Tollgate, access: DemoAccess) {
    this.#tollgate = tollgate
    this.#access = access
  }

  /**
   * Asks for the money. An order that is in progress already is not sent again: a second click, or the Back button and
   * another one, gets the step that is due.
   */
  pay(order: Order, option: PaymentOption, form: Form, shopper: Shopper, visitor: Visitor): Promise<BrowserStep> {
    if (order.step) return order.step
    order.optionPath = option.path
    order.challengePlace = form.challenge === 'frame' ? 'frame' : 'page'
    return this.#follow(order, async () => {
      const own = await option.request(form, shopper)
      return 'method' in own
        ? this.#tollgate.payment(paymentRequest(this.#access, order, form, visitor, own))
        : this.#tollgate.authorize(authorizeRequest(this.#access, order, form, visitor, own))
    })
  }

  /**
   * The bank has seen the browser, its five seconds are over, or there was no form to post.
   * @param couldPost false for a browser without script, which posts nothing in a hidden frame
   */
  fingerprintDone(order: Order, couldPost = true): Promise<BrowserStep> {
    const { action } = order
    if (action?.type !== 'THREE_DS_2_FINGERPRINT') return stepOf(order)
    return this.#follow(order, () => this.#tollgate.requestAuthentication(action, couldPost && hasMethod(action)))
  }

  /**
   * Completes a challenge that ended in the frame. The gateway trusts the bank's own record, not the browser's claim.
   */
  challengeDone(order: Order, claimed: string | undefined): Promise<BrowserStep> {
    const { action } = order
    if (action?.type !== 'THREE_DS_2_CHALLENGE') return stepOf(order)
    const status = (['Y', 'A', 'U', 'R'] as const).find((known) => known === claimed) ?? CANCELED_BY_SHOPPER
    return this.#follow(order, () => this.#tollgate.completeAuthentication(action, status))
  }

  /** The transaction as the gateway has it now; one whose answer was lost is found by its reference. */
  async transactionOf(order: Order): Promise<Transaction | null> {
    const { reference } = order
    const { terminal_id } = this.#access.merchant
    order.transactionId ??= (await this.#tollgate.listTransactions({ terminal_id, reference, limit: 1 })).items[0]?.id
    return order.transactionId === undefined
      ? null
      : (await this.#tollgate.transactionStatus(order.transactionId)).transaction
  }

  /** Remembers the step a call leads to. A form that has to be corrected may be sent again. */
  #follow(order: Order, call: () => Promise<Envelope>): Promise<BrowserStep> {
    const step = this.#ask(order, call)
    const reopen = () => {
      if (order.step === step) order.step = undefined
    }
    order.step = step
    step.then(({ kind }) => kind === 'correct' && reopen(), reopen)
    return step
  }

  async #ask(order: Order, call: () => Promise<Envelope>): Promise<BrowserStep> {
    try {
      const envelope = await call()
      order.transactionId = envelope.result?.id ?? envelope.transaction_id ?? order.transactionId
      order.action = envelope.action ?? undefined
      order.providerPage = envelope.redirect?.url ?? order.providerPage
      return browserStep(nextStep(envelope), order)
    } catch (error) {
      if (!(error instanceof TollgateError)) throw error
      return mayHaveReached(error) ? toResult(order) : { kind: 'correct', problems: fieldProblems(error) }
    }
  }
}

/** No answer came, or the reference is known there: the order may have been paid, so it is looked up. */
function mayHaveReached({ status, problems }: TollgateError): boolean {
  return (status === undefined && problems.length === 0) || problems.some(({ property }) => property === 'reference')
}

function stepOf(order: Order): Promise<BrowserStep> {
  return order.step ?? Promise.resolve(toResult(order))
}

/** Leads to the result page, which looks up an order whose answer was lost. */
function toResult(order: Order): BrowserStep {
  return { kind: 'go', url: resultPath(order) }
}
