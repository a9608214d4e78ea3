import { Controller, Inject, Post, Req, Res } from '@nestjs/common'
import { giveBack, paidBy, TollgateError, type Transaction, verifyWebhook, type WebhookEvent } from '@tollgate/client'
import {
  isGraphQlErrorResult,
  Logger,
  Order,
  OrderService,
  PaymentMethodService,
  type RequestContext,
  RequestContextService,
  TransactionalConnection,
} from '@vendure/core'
import type { Request, Response } from 'express'
import { Gateway } from './gateway.ts'
import { HANDLER_CODE } from './handler.ts'

export const WEBHOOK_PATH = 'payments/tollgate'

/** The gateway's webhooks. 200 for what the shop has nothing to do for; an error is answered 500, and sent again. */
@Controller(WEBHOOK_PATH)
export class TollgateController {
  constructor(
    @Inject(Gateway) private readonly gateway: Gateway,
    @Inject(TransactionalConnection) private readonly connection: TransactionalConnection,
    @Inject(RequestContextService) private readonly contexts: RequestContextService,
    @Inject(OrderService) private readonly orders: OrderService,
    @Inject(PaymentMethodService) private readonly methods: PaymentMethodService,
  ) {}

  @Post()
  async receive(@Req() request: Request, @Res() response: Response): Promise<void> {
    const event = this.#verified(request)
    if (!event) return void response.status(400).send('The signature is not of this endpoint.')
    const transaction = await paidBy(this.gateway.tollgate, event)
    if (transaction?.metadata?.vendure_order) await this.#book(transaction)
    response.status(200).send('ok')
  }

  #verified({ headers, body }: Request): WebhookEvent | null {
    try {
      return verifyWebhook(this.gateway.options.webhookSecret, headers, body)
    } catch (error) {
      if (error instanceof TollgateError && error.code === 'invalid_webhook') return null
      throw error
    }
  }

  /** Adds a payment to its order, once. One that does not pay what is due is given back. */
  async #book({ id, metadata }: Transaction): Promise<void> {
    const { vendure_order: code, vendure_channel: channelOrToken } = metadata as Record<string, string>
    const context = await this.contexts.create({ apiType: 'admin', channelOrToken: channelOrToken! })
    const isBooked = await this.connection.withTransaction(context, async (ctx) => {
      const order = await this.#locked(ctx, code!)
      if (!order) return false
      if (order.payments.some(({ transactionId }) => transactionId === id)) return true
      const method = await this.#method(ctx)
      const added = await this.orders.addPaymentToOrder(ctx, order.id, { method, metadata: { transaction: id } })
      return !isGraphQlErrorResult(added)
    })
    if (isBooked) return
    Logger.warn(`${id} does not pay what is due for ${code}; it is given back.`, 'Tollgate')
    await giveBack(this.gateway.tollgate, id)
  }

  /** The order, which no other webhook books until this transaction ends. */
  async #locked(ctx: RequestContext, code: string) {
    const lock = { mode: 'pessimistic_write' } as const
    await this.connection.getRepository(ctx, Order).findOne({ where: { code }, lock })
    return this.orders.findOneByCode(ctx, code, ['payments'])
  }

  async #method(ctx: RequestContext): Promise<string> {
    const { items } = await this.methods.findAll(ctx)
    const method = items.find(({ enabled, handler }) => enabled && handler.code === HANDLER_CODE)
    if (!method) throw new Error('Add a payment method with the handler "Tollgate: hosted page" to this channel.')
    return method.code
  }
}
