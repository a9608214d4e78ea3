import { captureTo, giveBack, refundTo, type Tollgate, TollgateError } from '@tollgate/client'
import { type Injector, LanguageCode, type Order, type Payment, PaymentMethodHandler } from '@vendure/core'
import { objection } from './checkout.ts'
import { Gateway } from './gateway.ts'

export const HANDLER_CODE = 'tollgate'

let gateway: Gateway

/** Payments of orders. Money and its state are the gateway's; the shop books what these functions answer. */
export const tollgateHandler: PaymentMethodHandler = new PaymentMethodHandler({
  code: HANDLER_CODE,
  description: [{ languageCode: LanguageCode.en, value: 'Tollgate: hosted page' }],
  args: {},

  init(injector: Injector) {
    gateway = injector.get(Gateway)
  },

  /** Books a payment that was made on a page. @param metadata `{ transaction }`, perhaps from a shopper */
  async createPayment(_ctx, order, amount, _args, { transaction: id }) {
    const { tollgate } = gateway
    const transaction = typeof id === 'string' ? (await tollgate.transactionStatus(id)).transaction : null
    const why = isBooked(order, id)
      ? 'It is booked already.'
      : await objection(tollgate, transaction, gateway.due(order, amount))
    if (why || !transaction)
      return { amount, state: 'Declined', errorMessage: `This payment does not pay the order. ${why}` }
    const { payment_method, transaction_type } = transaction
    const { masked, brand } = payment_method
    const state = transaction_type === 'AUTHORIZE' ? 'Authorized' : 'Settled'
    return {
      amount,
      state,
      transactionId: transaction.id,
      metadata: { tollgate: transaction.id, public: { masked, brand } },
    }
  },

  async settlePayment(_ctx, order, { transactionId, amount }) {
    const errorMessage = await problemOf((tollgate) => captureTo(tollgate, transactionId, gateway.minor(order, amount)))
    // Another state than Authorized would be final, and the payment could not be settled any more.
    return errorMessage ? { success: false, state: 'Authorized', errorMessage } : { success: true }
  },

  async cancelPayment(_ctx, _order, { transactionId }) {
    const errorMessage = await problemOf((tollgate) => giveBack(tollgate, transactionId))
    return errorMessage ? { success: false, state: 'Authorized', errorMessage } : { success: true }
  },

  /** @throws Error for what is not refunded, so that the shop has no refund either */
  async createRefund(_ctx, _input, amount, order, payment) {
    const errorMessage = await problemOf((tollgate) =>
      refundTo(tollgate, payment.transactionId, gateway.minor(order, amount + refundedOf(payment))),
    )
    if (errorMessage) throw new Error(errorMessage)
    return { state: 'Settled' }
  },
})

function isBooked({ payments }: Order, transaction: unknown): boolean {
  return payments.some(({ transactionId }) => transactionId === transaction)
}

/** What the shop has booked as refunded. */
function refundedOf({ refunds }: Payment): number {
  return refunds.filter(({ state }) => state !== 'Failed').reduce((sum, { total }) => sum + total, 0)
}

/** @returns what to tell the admin, undefined if all went well */
async function problemOf(ask: (tollgate: Tollgate) => Promise<void>): Promise<string | undefined> {
  try {
    await ask(gateway.tollgate)
    return undefined
  } catch (error) {
    if (error instanceof TollgateError) return error.message
    throw error
  }
}
