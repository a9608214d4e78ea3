import { exportLedger } from '#flows/ledger/export-ledger.ts'
import { LedgerBooks, LedgerExportQuery } from '#interface/ledger.ts'
import { BOOKS } from '../response/books.ts'
import { get } from '../route.ts'

const EXTENSIONS = { beancount: 'beancount', hledger: 'journal', csv: 'csv' } as const

export const exportLedgerRoute = get('/admin/ledger/export', {
  guard: 'operator',
  tag: 'Admin: ledger',
  operation: 'adminExportLedger',
  summary: 'Export the ledger for bookkeeping',
  query: LedgerExportQuery,
  answers: { 200: LedgerBooks },
  gives: ['text/csv', 'text/plain'],
  handle: async (gateway, { query, hungUp }) => {
    const { from, to, format, merchant_id: merchantId, provider_account_id: providerAccountId } = query
    return {
      status: 200,
      stream: await exportLedger(gateway, { from, to, merchantId, providerAccountId }, BOOKS[format], hungUp()),
      contentType: `text/${format === 'csv' ? 'csv' : 'plain'}; charset=utf-8`,
      fileName: `ledger-${from}-${to}.${EXTENSIONS[format]}`,
    }
  },
})
