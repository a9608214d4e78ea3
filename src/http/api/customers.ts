import { type Static, Type } from 'typebox'
import type { Customer } from '#domain/customer.ts'
import {
  changeCustomer,
  createCustomer,
  listMerchantCustomers,
  removeCustomer,
  type StoredCustomer,
  showCustomer,
} from '#flows/customers/index.ts'
import { route } from '../route.ts'
import { customerOf } from './common/fields.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'
import { CustomerFieldsSchema, CustomerView, Instant, ListOf, ListQuery, nullable } from './common/types.ts'

const { id: _, ...fields } = CustomerFieldsSchema.properties

const CustomerId = Type.String({
  minLength: 1,
  maxLength: 255,
  format: 'customer-id',
  description: 'Your ID of the customer; assigned if omitted.',
  empty: 'none',
})

const CustomerBody = Type.Object({ id: Type.Optional(nullable(CustomerId)), ...fields })

export const CustomerChangeBody = Type.Object(fields)

const CustomerRecord = Type.Object(
  {
    ...CustomerView.properties,
    id: Type.String(),
    created_at: Instant,
  },
  { title: 'Customer record' },
)

const CustomerList = ListOf(CustomerRecord)

export const CustomerParams = Type.Object({ id: Type.String({ description: 'Customer id.' }) })

export function customerView(customer: Customer) {
  return {
    id: customer.id,
    first_name: customer.firstName,
    last_name: customer.lastName,
    address: customer.address,
    city: customer.city,
    country: customer.country,
    postal_code: customer.postalCode,
    email: customer.email,
    phone: customer.phone,
  }
}

function customerRecordView(customer: StoredCustomer) {
  return { ...customerView(customer), created_at: customer.createdAt }
}

const CUSTOMERS = { guard: 'merchant', tag: 'Customers' } as const

export const createCustomerRoute = route({
  ...CUSTOMERS,
  method: 'POST',
  path: '/api/customers',
  permission: 'customers.manage',
  operation: 'createCustomer',
  summary: 'Create a customer',
  description: 'Cards are saved for customers that exist: name yours as `customer.id` of the payment.',
  body: CustomerBody,
  namesInBody: true,
  answers: { 201: CustomerRecord },
  reread: async (gateway, caller, id) => customerRecordView(await showCustomer(gateway, caller.merchantId, id)),
  handle: async (gateway, { caller, body }) => {
    const customer = await createCustomer(gateway, caller.merchantId, customerOf(body))
    return { status: 201, json: customerRecordView(customer) }
  },
})

export const listCustomersRoute = route({
  ...CUSTOMERS,
  method: 'GET',
  path: '/api/customers',
  permission: 'customers.read',
  operation: 'listCustomers',
  summary: 'List customers, newest first',
  query: ListQuery,
  answers: { 200: CustomerList },
  handle: async (gateway, { caller, query }) => {
    const page = await listMerchantCustomers(gateway, caller.merchantId, positionOf(query), limitOf(query))
    return { status: 200, json: listView(page, customerRecordView) }
  },
})

export const showCustomerRoute = route({
  ...CUSTOMERS,
  method: 'GET',
  path: '/api/customers/:id',
  permission: 'customers.read',
  operation: 'showCustomer',
  summary: 'Show a customer',
  params: CustomerParams,
  answers: { 200: CustomerRecord },
  handle: async (gateway, { caller, params }) => {
    return { status: 200, json: customerRecordView(await showCustomer(gateway, caller.merchantId, params.id)) }
  },
})

export const changeCustomerRoute = route({
  ...CUSTOMERS,
  method: 'PATCH',
  path: '/api/customers/:id',
  permission: 'customers.manage',
  operation: 'changeCustomer',
  summary: 'Update a customer',
  description: 'A field that is absent stays as it is; null clears it. The id stays.',
  params: CustomerParams,
  body: CustomerChangeBody,
  answers: { 200: CustomerRecord },
  handle: async (gateway, { caller, params, body }) => {
    const changed = await changeCustomer(gateway, caller.merchantId, params.id, changeOf(body))
    return { status: 200, json: customerRecordView(changed) }
  },
})

export const removeCustomerRoute = route({
  ...CUSTOMERS,
  method: 'DELETE',
  path: '/api/customers/:id',
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

/** Distinguishes an absent field from null, unlike `customerOf`. */
function changeOf(body: Static<typeof CustomerChangeBody>) {
  const { first_name: firstName, last_name: lastName, postal_code: postalCode, ...rest } = body
  const { address, city, country, email, phone } = rest
  return { firstName, lastName, address, city, country, postalCode, email: email === '' ? null : email, phone }
}
