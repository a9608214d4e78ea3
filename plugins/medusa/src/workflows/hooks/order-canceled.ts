import { cancelOrderWorkflow } from '@medusajs/medusa/core-flows'
import { giveBackOrder } from '../../order-canceled.ts'

cancelOrderWorkflow.hooks.orderCanceled(({ order }, { container }) => giveBackOrder(order.id, container))
