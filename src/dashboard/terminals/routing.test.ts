import { expect, test } from 'vitest'
import type { AccountWithCircuit } from '#interface/provider-account.ts'
import { orderIn } from './routing.ts'

const accounts = (...ids: readonly string[]) =>
  ids.map((providerAccountId) => ({ providerAccountId }) as AccountWithCircuit)

const ROUTING = { order: ['b', 'a'], used: accounts('b', 'a', 'c'), unused: accounts('d') }

const ticked = (...ids: readonly string[]) => Object.fromEntries(ids.map((id) => [`use.${id}`, 'yes']))

test.each([
  ['keeps its order', ticked('a', 'b'), ['b', 'a']],
  ['gets new accounts at its end', ticked('d', 'a', 'b', 'c'), ['b', 'a', 'c', 'd']],
  ['loses accounts that are not ticked', ticked('a'), ['a']],
  ['moves an account up', { ...ticked('a', 'b'), move: 'up a' }, ['a', 'b']],
  ['moves an account down', { ...ticked('a', 'b', 'c'), move: 'down a' }, ['b', 'c', 'a']],
  ['moves none beyond its ends', { ...ticked('a', 'b'), move: 'up b' }, ['b', 'a']],
  ['ignores accounts of others', { ...ticked('a', 'z'), move: 'up z' }, ['a']],
  ['is any on request, whatever is ticked', { ...ticked('a'), move: 'any' }, null],
])('the order %s', (_, form, order) => {
  expect(orderIn(form, ROUTING)).toEqual(order)
})

test.each([
  ['no account', {}],
  ['no account, and moves one', { move: 'up a' }],
  ['no account that the merchant has', ticked('z')],
])('a form that ticks %s is refused', (_, form) => {
  expect(() => orderIn(form, ROUTING)).toThrow('Tick an account')
})
