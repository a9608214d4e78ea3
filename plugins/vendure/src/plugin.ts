import { Inject } from '@nestjs/common'
import {
  EventBus,
  isGraphQlErrorResult,
  OrderService,
  OrderStateTransitionEvent,
  PluginCommonModule,
  type Type,
  VendurePlugin,
} from '@vendure/core'
import { raw } from 'express'
import { closePages } from './checkout.ts'
import { TollgateController, WEBHOOK_PATH } from './controller.ts'
import { Gateway, OPTIONS } from './gateway.ts'
import { tollgateHandler } from './handler.ts'
import { checkOptions, type Options } from './options.ts'
import { shopSchema, TollgateResolver } from './resolver.ts'

/** Bytes of the largest webhook that is read. */
const MOST_BYTES = '1mb'

/** Payments of a Vendure shop through a Tollgate gateway. */
@VendurePlugin({
  compatibility: '^3.7.0',
  imports: [PluginCommonModule],
  controllers: [TollgateController],
  providers: [Gateway, { provide: OPTIONS, useFactory: () => TollgatePlugin.options }],
  shopApiExtensions: { schema: shopSchema, resolvers: [TollgateResolver] },
  configuration(config) {
    config.paymentOptions.paymentMethodHandlers.push(tollgateHandler)
    // The signature is of the bytes as they came.
    const handler = raw({ type: '*/*', limit: MOST_BYTES })
    config.apiOptions.middleware.push({ route: `/${WEBHOOK_PATH}`, handler, beforeListen: true })
    return config
  },
})
export class TollgatePlugin {
  static options: Options

  /** @throws Error with a sentence for each mistake in the options */
  static init(options: Options): Type<TollgatePlugin> {
    checkOptions(options as Required<Options>)
    TollgatePlugin.options = options
    return TollgatePlugin
  }

  constructor(
    @Inject(Gateway) private readonly gateway: Gateway,
    @Inject(OrderService) private readonly orders: OrderService,
    @Inject(EventBus) private readonly events: EventBus,
  ) {}

  /** A handler that throws keeps the order as it is, so no basket changes and no order is canceled while money is held. */
  onApplicationBootstrap(): void {
    this.events.registerBlockingEventHandler({
      id: 'tollgate-give-back',
      event: OrderStateTransitionEvent,
      handler: async (event) => {
        if (event.fromState === 'ArrangingPayment' && event.toState === 'AddingItems') await this.#close(event)
        if (event.toState === 'Cancelled') await this.#cancel(event)
      },
    })
  }

  async #close({ ctx, order: { id } }: OrderStateTransitionEvent): Promise<void> {
    const order = await this.orders.findOne(ctx, id, ['payments'])
    if (order) await closePages(this.gateway.tollgate, this.gateway.openAmount(order))
  }

  async #cancel({ ctx, order }: OrderStateTransitionEvent): Promise<void> {
    const payments = await this.orders.getOrderPayments(ctx, order.id)
    for (const { id, state, metadata } of payments) {
      if (state !== 'Authorized' || !metadata.tollgate) continue
      const canceled = await this.orders.cancelPayment(ctx, id)
      if (isGraphQlErrorResult(canceled)) throw new Error(messageOf(canceled))
    }
  }
}

function messageOf(error: { readonly message: string; readonly paymentErrorMessage?: string }): string {
  return error.paymentErrorMessage ?? error.message
}
