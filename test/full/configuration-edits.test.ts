// @module-tag full
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminApp, startAdminApp } from '../api/admin/admin-app.ts'

let app: AdminApp
beforeAll(async () => {
  app = await startAdminApp()
})
afterAll(() => app.close())

const NAMES = ['Shop', 'Till', 'Kiosk']
const ACCOUNTS = ['card-simulator/One', 'card-simulator/Two', 'voucher-simulator/One']

const some = <T>(values: readonly T[]) => fc.subarray([...values])
const optional = <T extends Record<string, fc.Arbitrary<unknown>>>(fields: T) => fc.record(fields, { requiredKeys: [] })

/** Objects with distinct names, each with any of its fields. */
function named<T>(names: readonly T[], fields: Record<string, fc.Arbitrary<unknown>>, naming: (name: T) => object) {
  return some(names).chain((chosen) =>
    fc.tuple(...chosen.map((name) => optional(fields).map((values) => ({ ...naming(name), ...values })))),
  )
}

const accounts = named(
  ACCOUNTS,
  {
    status: fc.constantFrom('ACTIVE', 'INACTIVE'),
    settings: fc.constantFrom({}, { response_code: 'TRX_STATUS_DECLINED' }, { fee_fixed: 30, fee_basis_points: 120 }),
  },
  (name) => ({ provider: name.split('/')[0], name: name.split('/')[1] }),
)

const terminals = named(
  NAMES,
  {
    status: fc.constantFrom('ACTIVE', 'INACTIVE'),
    accepts_payments: fc.boolean(),
    currencies: fc.option(some(['EUR', 'USD', 'JPY'])),
    provider_accounts: fc.option(some(ACCOUNTS)),
    allowed_origins: fc.option(some(['https://shop.example', 'http://localhost:8080'])),
    card_testing_limit: fc.option(
      fc.record({ cards: fc.integer({ min: 1, max: 100 }), window_seconds: fc.constant(60) }),
    ),
    receipts: fc.constantFrom('off', 'link', 'all'),
    exemptions: some(['LOW_VALUE', 'TRANSACTION_RISK']),
  },
  (name) => ({ name }),
)

const endpoints = named(
  ['https://8.8.8.8/a', 'https://8.8.8.8/b?key=1'].flatMap((url) =>
    [null, 'Shop'].map((terminal) => ({ url, terminal })),
  ),
  {
    status: fc.constantFrom('ACTIVE', 'DISABLED'),
    event_types: fc.subarray(['transaction.processed', 'refund.failed'], { minLength: 1 }),
  },
  (endpoint) => endpoint,
)

const when = fc.constantFrom(
  [],
  [{ field: 'terminal', operator: 'in', value: ['Till', 'Kiosk'] }],
  [{ field: 'email', operator: 'eq', value: 'ana@shop.example' }],
  [{ field: 'amount', operator: 'gte', value: 9_007_199_254_740_991, currency: 'EUR' }],
)
const rulesThen = (then: fc.Arbitrary<object>) =>
  named(['First', 'Second', 'Third'], {}, (name) => ({ name })).chain((rules) =>
    fc.tuple(
      ...rules.map((rule) =>
        fc
          .record({ status: fc.constantFrom('ACTIVE', 'SHADOW', 'OFF'), when, then })
          .map((part) => ({ ...rule, ...part })),
      ),
    ),
  )
const rules = optional({
  risk: rulesThen(fc.constantFrom({ action: 'BLOCK' }, { action: 'REVIEW' })),
  routing: rulesThen(
    fc.constantFrom(
      { accounts: ['card-simulator/Two', 'card-simulator/One'] },
      { split: [{ account: 'card-simulator/One', weight: 100 }] },
      { order: 'least_fee' },
    ),
  ),
})

const entries = named(
  ['country KP', 'bin 411111', 'email_domain mail.example', 'customer_ip 198.51.100.0/24'],
  {
    reason: fc.option(fc.constantFrom('seen', 'again')),
    expires_at: fc.option(fc.constant('2040-01-01T00:00:00.000Z')),
  },
  (entry) => ({ kind: entry.split(' ')[0], value: entry.split(' ')[1] }),
)

const edits = optional({
  country: fc.option(fc.constantFrom('RO', 'SE')),
  exchange_rates: fc.constantFrom({}, { USD: '0.92', GBP: '1.1' }),
  settlement_currency: fc.option(fc.constant('EUR')),
  personal_data_days: fc.option(fc.integer({ min: 1, max: 3650 })),
  appearance: optional({
    display_name: fc.option(fc.constant('Wren')),
    accent_color: fc.option(fc.constant('#7A1F5C')),
  }),
  webhook_endpoints: endpoints,
  lists: optional({ block: entries, allow: entries }),
  rules,
})

/** Everything that others refer to, so that any order of edits can be applied. */
const BASE = {
  provider_accounts: ACCOUNTS.map((name) => ({ provider: name.split('/')[0], name: name.split('/')[1] })),
  terminals: NAMES.map((name) => ({ name })),
}

let count = 0

it('after any edits are applied, nothing differs, and each change has its audit entry', {
  timeout: 300_000,
}, async () => {
  const edit = fc.record({ accounts, terminals, edits, prune: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 2 }), async (all) => {
      const name = `Edited ${process.pid} ${++count}`
      const post = (body: object) => app.operator('POST', '/admin/configuration', body)
      const created = await post({ merchant: { name, ...BASE } })
      const id = created.body.merchant_id
      let changes = created.body.changes.length
      for (const { accounts, terminals, edits, prune } of all) {
        const whole = {
          provider_accounts: merged(BASE.provider_accounts, accounts, ({ provider, name }) => `${provider}/${name}`),
          terminals: merged(BASE.terminals, terminals, (one) => one.name as string),
        }
        const merchant = { name, ...edits, ...whole }
        const dry = await post({ merchant, prune, dry_run: true })
        const applied = await post({ merchant, prune })
        expect(applied).toMatchObject({ status: 200, body: { changes: dry.body.changes } })
        changes += applied.body.changes.length
        expect((await post({ merchant, prune })).body.changes).toEqual([])
        const { body: shown } = await app.operator('GET', `/admin/merchants/${id}/configuration`)
        expect((await post({ merchant: shown, prune: true })).body.changes).toEqual([])
      }
      const { body: log } = await app.operator('GET', `/admin/audit-log?merchant_id=${id}&limit=100`)
      // The worker erases by age.
      const others = log.items.filter(({ actor }: Named) => actor !== app.operatorId)
      expect(log.items.length - others.length).toBe(Math.min(changes, 100 - others.length))
    }),
    { numRuns: 30, endOnFailure: true },
  )
})

type Named = Readonly<Record<string, unknown>>

function merged(base: readonly Named[], edited: readonly unknown[], keyOf: (one: Named) => string): object[] {
  const byKey = new Map((edited as Named[]).map((one) => [keyOf(one), one]))
  return base.map((one) => ({ ...one, ...byKey.get(keyOf(one)) }))
}
