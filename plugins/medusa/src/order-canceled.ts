import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'

/** An order that the shop is about to cancel, with its payments. */
interface Order {
  readonly payment_collections: readonly { readonly payments: readonly Payment[] }[]
}

interface Payment {
  readonly id: string
  readonly provider_id: string
  readonly canceled_at: Date | null
}

/**
 * Cancels the payments of an order that Medusa left open: those captured in part, which it never cancels, and those whose
 * cancellation failed, which it only logs.
 * @throws MedusaError for money that is still held or taken, so that the order stays as it was
 */
export async function giveBackOrder(orderId: string, container: MedusaContainer): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const fields = ['id', 'provider_id', 'canceled_at'].map((name) => `payment_collections.payments.${name}`)
  const { data } = await query.graph({ entity: 'order', fields, filters: { id: orderId } })
  const orders = data as unknown as readonly Order[]
  const payments = orders.flatMap((order) => order.payment_collections.flatMap((collection) => collection.payments))
  const open = payments.filter((payment) => payment.provider_id.startsWith('pp_tollgate_') && !payment.canceled_at)
  for (const { id } of open) await container.resolve(Modules.PAYMENT).cancelPayment(id)
}
