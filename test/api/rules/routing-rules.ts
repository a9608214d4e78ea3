import { expect } from 'vitest'
import type { TestMerchant } from '#test/test-merchant.ts'
import { putRules } from './rules.ts'

/** A routing rule; what is not given matches every payment and counts. */
export interface WantedRule {
  readonly name: string
  readonly status?: 'ACTIVE' | 'SHADOW' | 'OFF'
  readonly when?: readonly object[]
  readonly then: object
}

/** Rules that send everything to one account first. */
export const ALWAYS = (account: string): WantedRule[] => [{ name: 'always', then: { accounts: [account] } }]

/** Rules as the API takes them. */
export const written = (rules: readonly WantedRule[]) => rules.map((rule) => ({ status: 'ACTIVE', when: [], ...rule }))

/** Replaces the present rules of a kind. */
export async function saveRules(merchant: TestMerchant, kind: 'risk' | 'routing', rules: readonly WantedRule[]) {
  const { version } = (await merchant.call('GET', `/api/rules/${kind}`)).body
  const saved = await putRules(merchant, written(rules), version, kind)
  expect(saved.status, saved.text).toBe(200)
  return saved.body
}

export const saveRouting = (merchant: TestMerchant, rules: readonly WantedRule[]) =>
  saveRules(merchant, 'routing', rules)
