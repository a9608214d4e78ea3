import { Inject, Injectable } from '@nestjs/common'
import { Tollgate } from '@tollgate/client'
import { ConfigService, type Order } from '@vendure/core'
import type { Due } from './checkout.ts'
import { toMinor } from './money.ts'
import type { Options } from './options.ts'

export const OPTIONS: unique symbol = Symbol('options of @tollgate/vendure')

/** The gateway, and the shop's amounts as it wants them. */
@Injectable()
export class Gateway {
  readonly tollgate: Tollgate
  readonly #precision: number

  constructor(
    @Inject(OPTIONS) readonly options: Options,
    @Inject(ConfigService) config: ConfigService,
  ) {
    this.tollgate = new Tollgate(options)
    this.#precision = config.entityOptions.moneyStrategy.precision ?? 2
  }

  minor({ currencyCode }: Order, amount: number): bigint {
    return toMinor(amount, currencyCode, this.#precision)
  }

  due(order: Order, amount: number): Due {
    return { code: order.code, amount: this.minor(order, amount), currency: order.currencyCode }
  }

  /** What an order still has to be paid. */
  openAmount(order: Order): Due {
    const isPaid = (state: string) => state === 'Authorized' || state === 'Settled'
    const paid = order.payments.filter(({ state }) => isPaid(state)).reduce((sum, { amount }) => sum + amount, 0)
    return this.due(order, order.totalWithTax - paid)
  }
}
