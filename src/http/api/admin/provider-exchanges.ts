import { Type } from 'typebox'
import { showProviderExchanges } from '#flows/admin/provider-exchanges.ts'
import { MerchantParams } from '#interface/merchant.ts'
import { ProviderExchangeList } from '#interface/provider-exchange.ts'
import { get } from '../../route.ts'

export const listProviderExchangesRoute = get('/admin/merchants/:id/provider-exchanges', {
  guard: 'operator',
  tag: 'Admin: provider accounts',
  operation: 'adminListProviderExchanges',
  summary: 'List provider requests for a transaction, with the responses',
  params: MerchantParams,
  query: Type.Object({ transaction_id: Type.String() }),
  shows: ProviderExchangeList,
  handle: async (gateway, { params, query }) => ({
    items: await showProviderExchanges(gateway, params.id, query.transaction_id),
  }),
})
