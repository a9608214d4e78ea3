import { listExchanges } from '#store/transactions/provider-exchanges.ts'
import type { Gateway } from '../gateway.ts'
import { showMerchant } from './merchants.ts'

/** Oldest first; empty for an unknown transaction. @throws RequestError 404 for an unknown merchant */
export async function showProviderExchanges(gateway: Gateway, merchantId: string, transactionId: string) {
  await showMerchant(gateway, merchantId)
  return listExchanges(gateway.sql, merchantId, transactionId)
}
