import { expect } from 'vitest'
import type { TestMerchant } from '#test/test-merchant.ts'
import { type LedgerApp, startLedgerApp } from '../ledger/ledger-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests hold answers against the reference field by field
type Answer = any

export const HEADER = 'batch,type,reference,provider_reference,currency,gross,fee,net,settled_at'

/** Row of a generic file in euro; amounts in cents. */
export function row(
  type: string,
  gross: number,
  { reference = '', provider = '', fee = 0, batch = 'b1' } = {},
): string {
  const money = (cents: number) => (cents / 100).toFixed(2)
  return [
    batch,
    type,
    reference,
    provider,
    'EUR',
    money(gross),
    money(fee),
    money(gross - fee),
    '2026-11-01T10:00:00Z',
  ].join()
}

export function fileOf(...rows: readonly string[]): string {
  return [HEADER, ...rows, ''].join('\n')
}

export interface SettlementApp extends LedgerApp {
  /** ID of a merchant's simulated account. */
  accountOf(merchant: TestMerchant, provider?: string): Promise<string>
  upload(accountId: string, file: string, query?: string): Promise<Answer>
  /** Imports a file. @returns the settlement, with its rows */
  imported(accountId: string, file: string): Promise<Answer>
  missing(accountId: string): Promise<readonly string[]>
  /** Balances of the gateway's own accounts: debits less credits. */
  bank(accountId: string): Promise<Record<string, bigint>>
  simulatedFile(accountId: string, fault?: string): Promise<string>
}

export async function startSettlementApp(): Promise<SettlementApp> {
  const app = await startLedgerApp()
  const upload: SettlementApp['upload'] = (accountId, file, query = '?format=generic') =>
    app.operator('POST', `/admin/provider-accounts/${accountId}/settlements${query}`, {
      body: file,
      headers: { 'content-type': 'text/csv' },
    })
  return {
    ...app,
    upload,
    async accountOf({ merchantId }, provider = 'card-simulator') {
      const { body } = await app.operator('GET', `/admin/merchants/${merchantId}/provider-accounts`)
      return body.items.find((account: Answer) => account.provider === provider).provider_account_id
    },
    async imported(accountId, file) {
      const { status, body } = await upload(accountId, file)
      expect({ status, body }).toMatchObject({ status: 202, body: { status: 'DONE' } })
      const settlement = (await app.operator('GET', `/admin/settlements/${body.id}`)).body
      const rows = (await app.operator('GET', `/admin/settlements/${body.id}/rows?limit=100`)).body.items
      return { ...settlement, lines: rows }
    },
    async missing(accountId) {
      const query = `provider_account_id=${accountId}&older_than_days=0&limit=100`
      const { status, body } = await app.operator('GET', `/admin/settlements/missing?${query}`)
      expect(status).toBe(200)
      return body.items.map((item: Answer) => item.transaction_id)
    },
    async bank(accountId) {
      const rows = await app.database.sql<{ account: string; amount: bigint }[]>`
        select account, sum(amount)::bigint as amount from (
          select debit as account, amount from bank_entries where provider_account_id = ${accountId}
          union all select credit, -amount from bank_entries where provider_account_id = ${accountId}
        ) as leg group by account order by account`
      return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
    },
    async simulatedFile(accountId, fault) {
      const day = new Date().toISOString().slice(0, 10)
      const query = `provider_account_id=${accountId}&date=${day}${fault ? `&fault=${fault}` : ''}`
      const { status, text } = await app.operator('GET', `/admin/simulators/settlement-file?${query}`)
      expect(status).toBe(200)
      return text
    },
  }
}
