import type { ProviderAccount } from '#domain/merchant.ts'
import { fault, type Orders, readOrders, responseCode } from './orders.ts'

/**
 * The orders that hold for one charge: the account's `settings.response_code` and `settings.fault` come before the
 * merchant's metadata, so that a first account can decline and a second approve (contract section 9).
 */
export function ordersFor(account: ProviderAccount, metadata: Readonly<Record<string, unknown>>): Orders {
  const orders = readOrders(metadata)
  return {
    ...orders,
    responseCode: responseCode.read(account.settings.response_code) ?? orders.responseCode,
    fault: fault.read(account.settings.fault) ?? orders.fault,
  }
}
