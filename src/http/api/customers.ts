import {
  changeCustomer,
  createCustomer,
  listMerchantCustomers,
  removeCustomer,
  showCustomer,
} from '#flows/customers/index.ts'
import {
  CustomerBody,
  CustomerChangeBody,
  CustomerParams,
  CustomerRecord,
  customerChangeOf,
  customerOf,
} from '#interface/customer.ts'
import { ListQuery } from '#interface/types.ts'
import { del, done, get, patch, post } from '../route.ts'
import { limitOf, positionOf } from './common/paging.ts'

const CUSTOMERS = { guard: 'merchant', tag: 'Customers' } as const

export const createCustomerRoute = post('/api/customers', {
  ...CUSTOMERS,
  permission: 'customers.manage',
  operation: 'createCustomer',
  summary: 'Create a customer',
  description: 'Cards are saved for customers that exist: name yours as `customer.id` of the payment.',
  body: CustomerBody,
  namesInBody: true,
  creates: CustomerRecord,
  reread: async (gateway, caller, id) => CustomerRecord.of(await showCustomer(gateway, caller.merchantId, id)),
  handle: (gateway, { caller, body }) => createCustomer(gateway, caller.merchantId, customerOf(body)),
})

export const listCustomersRoute = get('/api/customers', {
  ...CUSTOMERS,
  permission: 'customers.read',
  operation: 'listCustomers',
  summary: 'List customers, newest first',
  query: ListQuery,
  lists: CustomerRecord,
  handle: (gateway, { caller, query }) =>
    listMerchantCustomers(gateway, caller.merchantId, { after: positionOf(query) }, limitOf(query)),
})

export const showCustomerRoute = get('/api/customers/:id', {
  ...CUSTOMERS,
  permission: 'customers.read',
  operation: 'showCustomer',
  summary: 'Show a customer',
  params: CustomerParams,
  shows: CustomerRecord,
  handle: (gateway, { caller, params }) => showCustomer(gateway, caller.merchantId, params.id),
})

export const changeCustomerRoute = patch('/api/customers/:id', {
  ...CUSTOMERS,
  permission: 'customers.manage',
  operation: 'changeCustomer',
  summary: 'Update a customer',
  description: 'A field that is absent stays as it is; null clears it. The id stays.',
  params: CustomerParams,
  body: CustomerChangeBody,
  shows: CustomerRecord,
  handle: (gateway, { caller, params, body }) =>
    changeCustomer(gateway, caller.merchantId, params.id, customerChangeOf(body)),
})

export const removeCustomerRoute = del('/api/customers/:id', {
  ...CUSTOMERS,
  permission: 'customers.manage',
  operation: 'deleteCustomer',
  summary: 'Delete a customer',
  description: 'Erases the cards stored for this customer, too. Records of past payments stay as they are.',
  params: CustomerParams,
  handle: (gateway, { caller, params }) => done(removeCustomer(gateway, caller.merchantId, params.id)),
})
