import { expect } from 'vitest'
import type { TestMerchant } from '#test/test-merchant.ts'
import type { Shown } from '../manage/follow-ups.ts'

type List = 'block' | 'allow'

/** Adds an entry. @returns it */
export async function listed(merchant: TestMerchant, list: List, entry: object): Promise<Shown> {
  const { status, body } = await merchant.call('POST', `/api/lists/${list}`, { body: entry })
  expect([status, body.errors]).toEqual([201, undefined])
  return body
}

/** The entries of a list, newest first. */
export async function entriesOf(merchant: TestMerchant, list: List, query = ''): Promise<Shown[]> {
  return (await merchant.call('GET', `/api/lists/${list}?limit=100${query}`)).body.items
}

/** Pays. @returns the record */
export async function paid(merchant: TestMerchant, changes: Record<string, unknown> = {}, card = {}): Promise<Shown> {
  const { status, body } = await merchant.authorize(changes, card)
  expect(status).toBe(200)
  return body.result
}

/** Saves the first risk rules of a merchant. @returns the merchant */
export async function withRules(merchant: TestMerchant, ...rules: object[]): Promise<TestMerchant> {
  const saved = await merchant.call('PUT', '/api/rules/risk', { body: { rules }, headers: { 'if-match': '"0"' } })
  expect([saved.status, saved.body.errors]).toEqual([200, undefined])
  return merchant
}
