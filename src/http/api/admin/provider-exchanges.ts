import { showProviderExchanges } from '#flows/admin/provider-exchanges.ts'
import { route } from '../../route.ts'
import { MerchantParams, ProviderExchangeList, ProviderExchangeQuery } from './schemas.ts'
import { providerExchangeView } from './views.ts'

export const listProviderExchangesRoute = route({
  method: 'GET',
  path: '/admin/merchants/:id/provider-exchanges',
  guard: 'operator',
  tag: 'Admin: provider accounts',
  operation: 'adminListProviderExchanges',
  summary: 'List provider requests for a transaction, with the responses',
  params: MerchantParams,
  query: ProviderExchangeQuery,
  answers: { 200: ProviderExchangeList },
  handle: async (gateway, { params, query }) => {
    const exchanges = await showProviderExchanges(gateway, params.id, query.transaction_id)
    return { status: 200, json: { items: exchanges.map(providerExchangeView) } }
  },
})
