import { expect, it } from 'vitest'
import { namesPerson } from './named-person.ts'

const PERSON = { customerId: 'cus-7', email: 'zoe@münchen.example', firstName: 'Zoë', lastName: "O'Neil Zuidwijk" }

it.each([
  { filters: { email: ' ZOE@xn--mnchen-3ya.example ' } },
  { filters: { q: 'zoe@MÜNCHEN.example.' } },
  { filters: { q: 'Zoe <zoe@münchen.example>' } },
  { filters: { customer: 'cus-7' } },
  { filters: { customer_id: 'cus-7' } },
  { filters: { q: 'cus-7' } },
  { filters: { q: ' zuidwijk ' } },
  { filters: { q: 'Zoe\u0308 O’Neil' } },
  { filters: { q: 'Zuidw' } },
  { filters: {}, name: "Orders of O'NEIL Zuidwijk" },
])('%j names the person', ({ filters, name = 'Mine' }) => {
  expect(namesPerson({ name, filters: filters as Record<string, string> }, PERSON)).toBe(true)
})

it.each<Record<string, string>>([
  { q: 'order-7' },
  { q: 'zo' },
  { q: '' },
  { q: 'Zoë Other' },
  { email: 'zoe+tea@münchen.example' },
  { customer: 'cus-77' },
  { status: 'APPROVED' },
])('%j does not', (filters) => {
  const view = { name: 'Mine', filters }
  expect(namesPerson(view, PERSON)).toBe(false)
  expect(
    namesPerson({ name: 'Mine', filters }, { customerId: null, email: null, firstName: null, lastName: null }),
  ).toBe(false)
})
