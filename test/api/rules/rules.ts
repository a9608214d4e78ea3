import { expect } from 'vitest'
import type { HttpAnswer, TestMerchant } from '#test/test-merchant.ts'

/** A rule of the API; without conditions it matches every payment. */
export function rule(name: string, action: string, when: readonly object[] = [], status = 'ACTIVE') {
  return { name, status, when, then: { action } }
}

export const ABOVE_500 = { field: 'amount', operator: 'gte', value: 50_000, currency: 'EUR' }

export const counter = (change: object = {}) => {
  return { field: 'payments', per: 'card_hash', within_seconds: 3600, operator: 'gte', value: 3, ...change }
}

/** Replaces a set as a caller who has seen this version. */
export function putRules(
  merchant: TestMerchant,
  rules: unknown,
  version: number | string,
  kind = 'risk',
): Promise<HttpAnswer> {
  const headers = { 'if-match': typeof version === 'number' ? `"${version}"` : version }
  return merchant.call('PUT', `/api/rules/${kind}`, { body: { rules }, headers })
}

/** Saves risk rules over the present ones. */
export async function saveRules(merchant: TestMerchant, ...rules: readonly object[]): Promise<void> {
  const { version } = (await merchant.call('GET', '/api/rules/risk')).body
  const { status, text } = await putRules(merchant, rules, version)
  expect([status, text]).toEqual([200, expect.anything()])
}
