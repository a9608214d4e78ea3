import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'

/** Payments that an order canceled by the shop has. */
interface CanceledOrder {
  readonly payment_collections: readonly { readonly payments: readonly CanceledPayment[] }[]
}

interface CanceledPayment {
  readonly id: string
  readonly provider_id: string
  readonly canceled_at: Date | null
}

/** Gives back what is left of a partly captured payment: the shop itself cancels only payments without any capture. */
export default async function giveBackTheRest({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const fields = ['id', 'provider_id', 'canceled_at'].map((name) => `payment_collections.payments.${name}`)
  const { data } = await query.graph({ entity: 'order', fields, filters: { id: event.data.id } })
  const orders = data as unknown as readonly CanceledOrder[]
  const payments = orders.flatMap((order) => order.payment_collections.flatMap((collection) => collection.payments))
  const open = payments.filter((payment) => payment.provider_id.startsWith('pp_tollgate_') && !payment.canceled_at)
  for (const { id } of open) await container.resolve(Modules.PAYMENT).cancelPayment(id)
}

export const config: SubscriberConfig = { event: 'order.canceled' }
