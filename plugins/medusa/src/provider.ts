import type * as Shop from '@medusajs/framework/types'
import { AbstractPaymentProvider, MedusaError } from '@medusajs/framework/utils'
import { captureTo, giveBack, refundTo, Tollgate, TollgateError } from '@tollgate/client'
import { authorize, closePage, type Kept, openPage, type Standing, standingOf } from './checkout.ts'
import { type ShopAmount, toMajor, toMinor } from './money.ts'
import { mistakesIn, type Options } from './options.ts'
import { newsOf } from './webhook.ts'

/** Row of the shop's books: a capture or a refund. */
interface Row {
  readonly payment_id: string
  readonly amount: ShopAmount
  readonly raw_amount?: ShopAmount
}

interface Rows {
  retrieve(id: string): Promise<Row>
  list(filters: { readonly payment_id: string }): Promise<readonly Row[]>
}

interface PaymentSessions {
  list(filters: { readonly id: string }, config?: object): Promise<readonly PaymentSession[]>
}

interface PaymentSession {
  readonly id: string
  readonly currency_code: string
  readonly amount: ShopAmount
  readonly payment_collection?: { readonly amount: ShopAmount; readonly currency_code: string }
}

/** The services of the shop's payment module that tell what a call is about: its inputs have no amount. */
interface Books {
  readonly captureService: Rows
  readonly refundService: Rows
  readonly paymentSessionService: PaymentSessions
  readonly logger?: { error(message: string): void; warn(message: string): void }
}

type Data = Partial<Kept> & { readonly currency?: string }

const { PAYMENT_AUTHORIZATION_ERROR, PAYMENT_REQUIRES_MORE_ERROR } = MedusaError.Types

/** Payments of a Medusa shop. Money and its state are the gateway's; this class translates. */
export class TollgateProvider extends AbstractPaymentProvider<Options> {
  static override identifier = 'tollgate'
  readonly #tollgate: Tollgate
  readonly #options: Options
  readonly #books: Books

  static override validateOptions(options: Record<string, unknown>): void {
    const mistakes = mistakesIn(options)
    if (mistakes.length > 0)
      throw new MedusaError(MedusaError.Types.INVALID_DATA, `@tollgate/medusa: ${mistakes.join(' ')}`)
  }

  constructor(cradle: Record<string, unknown>, options: Options) {
    super(cradle, options)
    this.#options = options
    this.#tollgate = new Tollgate(options)
    this.#books = cradle as unknown as Books
    for (const name of ['captureService', 'refundService', 'paymentSessionService'] as const)
      if (!this.#books[name]) throw new Error(`This release of Medusa has no ${name}: use @tollgate/medusa for it.`)
  }

  async initiatePayment(input: Shop.InitiatePaymentInput): Promise<Shop.InitiatePaymentOutput> {
    const paymentSession = String(input.data?.session_id ?? input.context?.idempotency_key)
    const currency = input.currency_code.toUpperCase()
    const amount = toMinor([input.amount], currency)
    const wanted = { paymentSession, amount, currency, returnUrl: input.data?.return_url, customer: shopperOf(input) }
    const kept = await this.#asking(() => openPage(this.#tollgate, this.#options, wanted))
    // The shop keeps what its storefront sent under other keys, which must not name a payment.
    const data = { ...kept, currency, transaction: null }
    return { id: kept.tollgate_session, status: 'requires_more', data }
  }

  /** Does nothing: a payment session whose amount changes is deleted and made anew. */
  async updatePayment({ data }: Shop.UpdatePaymentInput): Promise<Shop.UpdatePaymentOutput> {
    return { ...(data && { data }) }
  }

  async deletePayment({ data }: Shop.DeletePaymentInput): Promise<Shop.DeletePaymentOutput> {
    await this.#asking(() => closePage(this.#tollgate, data as Data))
    return {}
  }

  /** @throws MedusaError of the types that tell a storefront to wait, or to open another payment session */
  async authorizePayment({ data, context }: Shop.AuthorizePaymentInput): Promise<Shop.AuthorizePaymentOutput> {
    const [session] = await this.#sessions(String(context?.idempotency_key))
    const standing = session ? await this.#settled(session, data as Data) : ({ status: 'canceled' } as const)
    if (standing.status === 'requires_more') throw new MedusaError(PAYMENT_REQUIRES_MORE_ERROR, 'It is not paid yet.')
    if (standing.status === 'canceled')
      throw new MedusaError(PAYMENT_AUTHORIZATION_ERROR, 'Open another payment session.')
    return this.#output(data as Data, standing)
  }

  #settled(session: PaymentSession, data: Data): Promise<Standing> {
    const { amount, currency_code } = session.payment_collection ?? session
    const currency = currency_code.toUpperCase()
    const due = { amount: toMinor([amount], currency), currency }
    return this.#asking(() => authorize(this.#tollgate, data, due))
  }

  async getPaymentStatus({ data }: Shop.GetPaymentStatusInput): Promise<Shop.GetPaymentStatusOutput> {
    return this.#output(data as Data, await this.#asking(() => standingOf(this.#tollgate, data as Data)))
  }

  async retrievePayment(input: Shop.RetrievePaymentInput): Promise<Shop.RetrievePaymentOutput> {
    const { data } = await this.getPaymentStatus(input)
    return { data: data! }
  }

  async capturePayment({ data, context }: Shop.CapturePaymentInput): Promise<Shop.CapturePaymentOutput> {
    const total = await this.#total(this.#books.captureService, context, data as Data)
    await this.#asking(() => captureTo(this.#tollgate, transactionOf(data), total))
    return { data: data! }
  }

  async refundPayment({ data, context }: Shop.RefundPaymentInput): Promise<Shop.RefundPaymentOutput> {
    const total = await this.#total(this.#books.refundService, context, data as Data)
    await this.#asking(() => refundTo(this.#tollgate, transactionOf(data), total))
    return { data: data! }
  }

  /** Throws unless all is given back, so that no order is canceled whose shopper still pays. */
  async cancelPayment({ data }: Shop.CancelPaymentInput): Promise<Shop.CancelPaymentOutput> {
    const { transaction } = data as Data
    await this.#asking(() =>
      transaction ? giveBack(this.#tollgate, transaction) : closePage(this.#tollgate, data as Data),
    )
    return { data: data! }
  }

  /** Every approval is `authorized`: the shop then authorizes the payment session, which tells what is captured. */
  async getWebhookActionAndData(payload: Shop.ProviderWebhookPayload['payload']): Promise<Shop.WebhookActionResult> {
    const news = await this.#asking(() => newsOf(this.#tollgate, this.#options.webhookSecret, payload))
    if (!news) return { action: 'not_supported' }
    const { paymentSession, transaction } = news
    if ((await this.#sessions(paymentSession)).length === 0) {
      this.#books.logger?.warn(`Tollgate: ${transaction.id} was paid for a basket that changed; it is given back.`)
      await this.#asking(() => giveBack(this.#tollgate, transaction.id))
      return { action: 'not_supported' }
    }
    const amount = toMajor(transaction.amount, transaction.currency)
    return { action: 'authorized', data: { session_id: paymentSession, amount } }
  }

  /** A customer of the shop, at the gateway: their cards are kept for them. Nothing where cards are not kept. */
  async createAccountHolder({ context }: Shop.CreateAccountHolderInput): Promise<Shop.CreateAccountHolderOutput> {
    // The shop makes no holder of an empty answer.
    if (!this.#options.saveCards) return {} as Shop.CreateAccountHolderOutput
    const { id, email, first_name, last_name } = context.customer
    const customer = { id, email, first_name: first_name ?? null, last_name: last_name ?? null }
    await this.#asking(() => this.#tollgate.customers.create(customer).catch(ifNew))
    return { id, data: { id } }
  }

  async deleteAccountHolder({ context }: Shop.DeleteAccountHolderInput): Promise<Shop.DeleteAccountHolderOutput> {
    const id = context.account_holder.data?.id
    if (typeof id === 'string') await this.#asking(() => this.#tollgate.customers.delete(id))
    return {}
  }

  #sessions(id: string): Promise<readonly PaymentSession[]> {
    return this.#books.paymentSessionService.list({ id }, { relations: ['payment_collection'] })
  }

  /** Sum of the shop's rows of a payment, with the one that it is about to book. */
  async #total(rows: Rows, context: Shop.PaymentProviderContext | undefined, data: Data): Promise<bigint> {
    const { payment_id } = await rows.retrieve(String(context?.idempotency_key))
    const amounts = (await rows.list({ payment_id })).map((row) => row.raw_amount ?? row.amount)
    return toMinor(amounts, data.currency!)
  }

  #output(data: Data, { status, transaction }: Standing) {
    if (!transaction) return { status, data: { ...data } }
    const { masked, brand } = transaction.payment_method
    return { status, data: { ...data, transaction: transaction.id, masked, brand } }
  }

  /** Turns an error into a sentence that the shop's admin shows. */
  async #asking<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `Tollgate: ${message}`)
    }
  }
}

function transactionOf(data: Record<string, unknown> | undefined): string {
  const { transaction } = (data ?? {}) as Data
  if (!transaction) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, 'Tollgate: nothing is paid here yet.')
  return transaction
}

function shopperOf({ context }: Shop.InitiatePaymentInput) {
  const id = context?.account_holder?.data?.id
  const email = context?.customer?.email
  if (!id && !email) return undefined
  return { ...(typeof id === 'string' && { id }), email: email ?? null }
}

/** Passes where the customer is there already. @throws any other error */
function ifNew(error: unknown): void {
  if (!(error instanceof TollgateError) || !error.problems.some(({ property }) => property === 'id')) throw error
}
