import * as clients from '../clients.ts'
import { forOperators } from './for-operators.ts'

const CLIENT = { tag: 'Admin: merchants', objectId: 'client_id' } as const

export const createMerchantClientRoute = forOperators(clients.createClientRoute, {
  ...CLIENT,
  operation: 'adminCreateClient',
  summary: 'Create an API client of a merchant',
})

export const listMerchantClientsRoute = forOperators(clients.listClientsRoute, {
  ...CLIENT,
  operation: 'adminListClients',
  summary: 'List the API clients of a merchant',
})

export const showMerchantClientRoute = forOperators(clients.showClientRoute, {
  ...CLIENT,
  operation: 'adminShowClient',
  summary: 'Show an API client of a merchant',
})

export const changeMerchantClientRoute = forOperators(clients.changeClientRoute, {
  ...CLIENT,
  operation: 'adminChangeClient',
  summary: 'Update or disable an API client of a merchant',
})

export const rotateMerchantClientRoute = forOperators(clients.rotateClientRoute, {
  ...CLIENT,
  operation: 'adminRotateMerchantClientSecret',
  summary: 'Rotate the secret of an API client of a merchant',
})
