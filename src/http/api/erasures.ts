import { Type } from 'typebox'
import { isEmail, plainEmail } from '#domain/email.ts'
import { exactInteger } from '#domain/exact-json.ts'
import type { Problem } from '#domain/problem.ts'
import { exportCustomer } from '#flows/customers/export-customer.ts'
import { type ErasureState, requestErasure, showErasure } from '#flows/erasures/index.ts'
import type { Gateway } from '#flows/gateway.ts'
import { CustomerParams } from '#interface/customer.ts'
import { FreeText, nullable } from '#interface/types.ts'
import { requireCustomers } from '../request/client-limits.ts'
import { type Answer, answer, get, post } from '../route.ts'

/** A person, by one of the two (docs/reference/erasure.md#the-request). */
const ErasureBody = Type.Object({
  customer_id: Type.Optional(
    nullable(Type.String({ maxLength: 255, description: 'Your ID of the customer.', empty: 'none' })),
  ),
  email: Type.Optional(nullable(FreeText({ maxLength: 255, description: 'In any spelling.', empty: 'none' }))),
})

const ErasureRecord = Type.Object(
  {
    id: Type.String(),
    status: Type.Enum(['PENDING', 'COMPLETED']),
    transactions: Type.Integer({ description: 'Transactions that lost personal data so far.' }),
    events: Type.Integer({ description: 'Events that lost personal data so far.' }),
  },
  { title: 'Erasure' },
)

const ErasureParams = Type.Object({ id: Type.String({ description: 'Erasure ID.' }) })

function erasureView({ erasureId, status, transactions, events }: ErasureState) {
  return { id: erasureId, status, transactions: exactInteger(transactions), events: exactInteger(events) }
}

const ERASURES = { guard: 'merchant', tag: 'Customers' } as const

export const requestErasureRoute = post('/api/erasures', {
  ...ERASURES,
  permission: 'customers.erase',
  operation: 'createErasure',
  summary: "Erase a person's data",
  description: 'Deletes the customer with their saved cards, and erases personal data in payments. Permanent.',
  body: ErasureBody,
  rules: ({ customer_id: customerId, email }) => personProblems(customerId, email),
  answers: { 202: ErasureRecord },
  handle: async (gateway, { caller, actor, body: { customer_id: customerId, email } }) => {
    requireCustomers(caller)
    const person = email ? { email } : { customerId: customerId! }
    return { status: 202, json: erasureView(await requestErasure(gateway, actor, caller.merchantId, person)) }
  },
})

export const showErasureRoute = get('/api/erasures/:id', {
  ...ERASURES,
  permission: 'customers.erase',
  operation: 'showErasure',
  summary: 'Read an erasure',
  params: ErasureParams,
  answers: { 200: ErasureRecord },
  handle: async (gateway, { caller, params }) => {
    requireCustomers(caller)
    return answer(erasureView(await showErasure(gateway, caller.merchantId, params.id)))
  },
})

const Rows = Type.Array(Type.Object({}, { additionalProperties: true }))

const CustomerExport = Type.Object(
  {
    payment_methods: Rows,
    customers: Rows,
    agreements: Rows,
    payment_links: Rows,
    sessions: Rows,
    transactions: Rows,
  },
  { title: 'Customer export' },
)

export const exportCustomerRoute = get('/api/customers/:id/export', {
  ...ERASURES,
  permission: 'customers.export',
  operation: 'exportCustomer',
  summary: 'Download all that is held of a customer',
  params: CustomerParams,
  answers: { 200: CustomerExport },
  handle: async (gateway, { caller, params }) => {
    requireCustomers(caller)
    return customerExport(gateway, caller.merchantId, params.id)
  },
})

export async function customerExport(gateway: Gateway, merchantId: string, id: string): Promise<Answer> {
  const stream = await exportCustomer(gateway, merchantId, id)
  return { status: 200, stream, contentType: 'application/json; charset=utf-8', fileName: 'customer.json' }
}

function personProblems(customerId: unknown, email: unknown): Problem[] {
  if (email && !isEmail(plainEmail(String(email))))
    return [{ property: 'email', message: 'Use an email address such as ada@shop.example.', params: [] }]
  if (!customerId !== !email) return []
  const message = email ? 'Use customer_id or email, not both.' : 'Add customer_id or email.'
  return ['customer_id', 'email'].map((property) => ({ property, message, params: [] }))
}
