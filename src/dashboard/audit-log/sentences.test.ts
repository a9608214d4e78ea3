import { describe, expect, it, test } from 'vitest'
import { AUDIT_ACTIONS, type AuditAction } from '#domain/audit-actions.ts'
import { html } from '#html/html.ts'
import { SENTENCES } from './sentences.ts'

const NAMES = new Map([['acc_1', 'Bank 1']])

/** Sentence of an entry, as text. */
function sentence(action: AuditAction, changes: Readonly<Record<string, unknown>> = {}): string {
  const words = String(SENTENCES[action]({ subject: html`Dan`, changes, names: NAMES }))
  return words.replaceAll('<br>', ' ').replaceAll(/<[^>]*>/g, '')
}

/** Values that some sentences need. */
const SAMPLES: Partial<Record<AuditAction, Readonly<Record<string, unknown>>>> = {
  'merchant.support-limit-changed': { support_limit: '20000' },
  'transaction.capture': { amount: '100', currency: 'EUR' },
  'transaction.refund': { amount: '100', currency: 'EUR' },
  'transaction.void': { amount: '100', currency: 'EUR' },
}

it.each(Object.keys(AUDIT_ACTIONS) as AuditAction[])('%s has a sentence and a label', (action) => {
  expect(sentence(action, SAMPLES[action])).toMatch(/^[A-Z][a-z]+ /)
  expect(AUDIT_ACTIONS[action]).toMatch(/^[A-Z][a-z]+ /)
})

describe('an entry is', () => {
  const rule = {
    name: 'Look at large orders',
    status: 'ACTIVE',
    when: [{ field: 'amount', operator: 'gte', value: 50_000, currency: 'EUR' }],
    then: { action: 'REVIEW' },
  }

  test.each([
    [
      'rules.changed',
      { added: [rule], removed: [], changed: [] },
      'Added rule “Look at large orders”: If the amount is at least €500.00 → review',
    ],
    ['merchant.support-limit-changed', { support_limit: '20000' }, 'Changed the support limit to €200.00 or ¥20,000'],
    ['person.role-changed', { role: 'finance' }, 'Changed the role of Dan to finance'],
    ['transaction.refund', { amount: '1250', currency: 'EUR' }, 'Submitted a refund of €12.50 for payment Dan'],
    ['terminal.changed', { status: 'INACTIVE' }, 'Disabled terminal Dan'],
    [
      'terminal.changed',
      { allowUnauthenticated: true },
      'Changed terminal Dan: charging if 3-D Secure cannot be performed to on',
    ],
    [
      'terminal.changed',
      { providerAccounts: ['acc_1'], currencies: null },
      'Changed terminal Dan: provider accounts to Bank 1, currencies to none',
    ],
    [
      'client.changed',
      { before: { name: 'A', status: 'ACTIVE' }, after: { name: 'B', status: 'ACTIVE' } },
      'Changed API client Dan: name to B',
    ],
    ['client.changed', { before: { status: 'ACTIVE' }, after: { status: 'DISABLED' } }, 'Disabled API client Dan'],
    ['webhook-endpoint.changed', { url: 'changed' }, 'Changed webhook endpoint Dan: url'],
    [
      'webhook-endpoint.changed',
      { status: 'ACTIVE', url: 'changed' },
      'Activated webhook endpoint Dan, and changed: url',
    ],
  ] as const)('%s %j', (action, changes, words) => {
    expect(sentence(action, changes)).toBe(words)
  })
})
