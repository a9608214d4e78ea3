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
import { ListOf, ListQuery } from '#interface/types.ts'
import { answer, del, get, patch, post } from '../route.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'

const CUSTOMERS = { guard: 'merchant', tag: 'Customers' } as const

export const createCustomerRoute = post('/api/customers', {
  ...CUSTOMERS,
  permission: 'customers.manage',
  operation: 'createCustomer',
  summary: 'Create a customer',
  description: 'Cards are saved for customers that exist: name yours as `customer.id` of the payment.',
  body: CustomerBody,
  namesInBody: true,
  answers: { 201: CustomerRecord },
  reread: async (gateway, caller, id) => CustomerRecord.of(await showCustomer(gateway, caller.merchantId, id)),
  handle: async (gateway, { caller, body }) => {
    const customer = await createCustomer(gateway, caller.merchantId, customerOf(body))
    return answer(CustomerRecord.of(customer), 201)
  },
})

export const listCustomersRoute = get('/api/customers', {
  ...CUSTOMERS,
  permission: 'customers.read',
  operation: 'listCustomers',
  summary: 'List customers, newest first',
  query: ListQuery,
  answers: { 200: ListOf(CustomerRecord) },
  handle: async (gateway, { caller, query }) => {
    const page = await listMerchantCustomers(gateway, caller.merchantId, positionOf(query), limitOf(query))
    return answer(listView(page, CustomerRecord.of))
  },
})

export const showCustomerRoute = get('/api/customers/:id', {
  ...CUSTOMERS,
  permission: 'customers.read',
  operation: 'showCustomer',
  summary: 'Show a customer',
  params: CustomerParams,
  answers: { 200: CustomerRecord },
  handle: async (gateway, { caller, params }) =>
    answer(CustomerRecord.of(await showCustomer(gateway, caller.merchantId, params.id))),
})

export const changeCustomerRoute = patch('/api/customers/:id', {
  ...CUSTOMERS,
  permission: 'customers.manage',
  operation: 'changeCustomer',
  summary: 'Update a customer',
  description: 'A field that is absent stays as it is; null clears it. The id stays.',
  params: CustomerParams,
  body: CustomerChangeBody,
  answers: { 200: CustomerRecord },
  handle: async (gateway, { caller, params, body }) => {
    const changed = await changeCustomer(gateway, caller.merchantId, params.id, customerChangeOf(body))
    return answer(CustomerRecord.of(changed))
  },
})

export const removeCustomerRoute = del('/api/customers/:id', {
  ...CUSTOMERS,
  permission: 'customers.manage',
  operation: 'deleteCustomer',
  summary: 'Delete a customer',
  description: 'Erases the cards stored for this customer, too. Records of past payments stay as they are.',
  params: CustomerParams,
  handle: async (gateway, { caller, params }) => {
    await removeCustomer(gateway, caller.merchantId, params.id)
    return { status: 204 }
  },
})
