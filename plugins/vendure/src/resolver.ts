import { Inject } from '@nestjs/common'
import { Args, Mutation, Resolver } from '@nestjs/graphql'
import {
  ActiveOrderService,
  Allow,
  Ctx,
  isGraphQlErrorResult,
  OrderService,
  Permission,
  type RequestContext,
  Transaction,
  UserInputError,
} from '@vendure/core'
import { type DocumentNode, parse } from 'graphql'
import { openPage } from './checkout.ts'
import { Gateway } from './gateway.ts'
import { isOwn } from './options.ts'

export const shopSchema: DocumentNode = parse(`
  type TollgatePayment {
    "Send the shopper there."
    url: String!
    "Session of the gateway, for embedded fields."
    sessionId: String!
  }
  extend type Mutation {
    "Opens the page on which the active order is paid, and moves the order to ArrangingPayment."
    createTollgatePayment(returnUrl: String!): TollgatePayment!
  }
`)

interface TollgatePayment {
  readonly url: string
  readonly sessionId: string
}

@Resolver()
export class TollgateResolver {
  constructor(
    @Inject(Gateway) private readonly gateway: Gateway,
    @Inject(ActiveOrderService) private readonly activeOrders: ActiveOrderService,
    @Inject(OrderService) private readonly orders: OrderService,
  ) {}

  @Mutation()
  @Transaction()
  @Allow(Permission.UpdateOrder, Permission.Owner)
  async createTollgatePayment(
    @Ctx() ctx: RequestContext,
    @Args('returnUrl') returnUrl: string,
  ): Promise<TollgatePayment> {
    const { tollgate, options } = this.gateway
    if (!isOwn(options, returnUrl)) throw new UserInputError('returnUrl is of no origin in returnUrls.')
    const active = await this.activeOrders.getActiveOrder(ctx, undefined)
    if (!active) throw new UserInputError('There is no active order.')
    if (active.state !== 'ArrangingPayment') await this.#arrange(ctx, active.id)
    const order = (await this.orders.findOne(ctx, active.id, ['payments', 'customer']))!
    const email = order.customer?.emailAddress ?? null
    const wanted = { ...this.gateway.openAmount(order), channel: ctx.channel.token, email, returnUrl }
    const { id, hosted_payment_page_url } = await openPage(tollgate, options, wanted)
    return { url: hosted_payment_page_url, sessionId: id }
  }

  async #arrange(ctx: RequestContext, id: string | number): Promise<void> {
    const arranged = await this.orders.transitionToState(ctx, id, 'ArrangingPayment')
    if (isGraphQlErrorResult(arranged)) throw new UserInputError(arranged.transitionError)
  }
}
