import { isEmail, plainEmail } from '#domain/email.ts'
import { type Problem, problem } from '#domain/problem.ts'
import { exportCustomer } from '#flows/customers/export-customer.ts'
import { requestErasure, showErasure } from '#flows/erasures/index.ts'
import type { Gateway } from '#flows/gateway.ts'
import { CustomerParams } from '#interface/customer.ts'
import { CustomerExport, ErasureBody, ErasureParams, ErasureRecord } from '#interface/erasure.ts'
import { requireCustomers } from '../request/client-limits.ts'
import { type Answer, answer, get, post } from '../route.ts'

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
    return answer(ErasureRecord.of(await requestErasure(gateway, actor, caller.merchantId, person)), 202)
  },
})

export const showErasureRoute = get('/api/erasures/:id', {
  ...ERASURES,
  permission: 'customers.erase',
  operation: 'showErasure',
  summary: 'Read an erasure',
  params: ErasureParams,
  shows: ErasureRecord,
  handle: async (gateway, { caller, params }) => {
    requireCustomers(caller)
    return showErasure(gateway, caller.merchantId, params.id)
  },
})

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
    return [problem('email', 'Use an email address such as ada@shop.example.')]
  if (!customerId !== !email) return []
  const message = email ? 'Use customer_id or email, not both.' : 'Add customer_id or email.'
  return ['customer_id', 'email'].map((property) => problem(property, message))
}
