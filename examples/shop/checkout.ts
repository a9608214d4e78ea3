import { type Envelope, nextStep, type Tollgate, TollgateError, type Transaction } from '#client/index.ts'
import { type BrowserStep, browserStep, hasMethod, resultPath } from './browser-step.ts'
import { authorizeRequest, type CardForm, fieldProblems, type Visitor } from './card-form.ts'
import type { DemoAccess } from './demo-access.ts'
import type { Order } from './orders.ts'

const CANCELED_BY_SHOPPER = 'N'

/** The shop's conversation with the gateway over one order: pay, fingerprint, challenge, and what came of it. */
export class Checkout {
  readonly #tollgate: Tollgate
  readonly #access: DemoAccess

  constructor(tollgate: Tollgate, access: DemoAccess) {
    this.#tollgate = tollgate
    this.#access = access
  }

  /**
   * Encrypts the card and asks for the money.
   *
   * The card passes through this server in the clear, which makes a real shop of this kind subject to all of PCI DSS
   * (self-assessment questionnaire D). Shops that would rather not use the hosted page or the embedded fields.
   */
  pay(order: Order, form: CardForm, visitor: Visitor): Promise<BrowserStep> {
    return this.#follow(order, async () =>
      this.#tollgate.authorize(authorizeRequest(this.#tollgate, this.#access, order, form, visitor)),
    )
  }

  /** The fingerprint form was posted and its five seconds are over, or there was none. */
  fingerprintDone(order: Order): Promise<BrowserStep> {
    const { action } = order
    if (!action) return Promise.resolve(toResult(order))
    return this.#follow(order, () => this.#tollgate.requestAuthentication(action, hasMethod(action)))
  }

  /** The challenge in the frame ended. Whatever the browser claims, the gateway trusts the bank's own record. */
  challengeDone(order: Order, claimed: string | undefined): Promise<BrowserStep> {
    const { action } = order
    if (!action) return Promise.resolve(toResult(order))
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

  async #follow(order: Order, call: () => Promise<Envelope>): Promise<BrowserStep> {
    try {
      const envelope = await call()
      order.transactionId = envelope.result?.id ?? envelope.transaction_id ?? order.transactionId
      order.action = envelope.action ?? undefined
      return browserStep(nextStep(envelope), order, this.#access.base_url)
    } catch (error) {
      if (!(error instanceof TollgateError)) throw error
      return error.status === undefined && error.problems.length === 0
        ? toResult(order)
        : { kind: 'correct', problems: fieldProblems(error) }
    }
  }
}

/** Nothing is lost when an answer is: the result page looks the order up. */
function toResult(order: Order): BrowserStep {
  return { kind: 'go', url: resultPath(order) }
}
