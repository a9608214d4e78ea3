import { createHash } from 'node:crypto'
import type { Filled } from '../fill/index.ts'
import { filledId } from '../fill/payments.ts'

type Path = (filled: Filled) => string

const list =
  (query: string): Path =>
  () =>
    `/api/transactions?limit=50&${query}`

/** Queries of the dashboard and the API, by their name in the report. */
export const QUESTIONS: Readonly<Record<string, Path>> = {
  'newest 50': list(''),
  'half a year back': list(`created_to=${new Date(Date.now() - 180 * 86_400_000).toISOString()}`),
  'status DECLINED (1 of 8)': list('status=DECLINED'),
  'a terminal without payments': list('terminal_id=ter_without'),
  'type REFUND (none)': list('transaction_type=REFUND'),
  reference: list('reference=order-4711'),
  'status PENDING (none)': list('status=PENDING'),
  'status CANCELED (none)': list('status=CANCELED'),
  'currency JPY (1 of 16)': list('currency=JPY'),
  'brand amex (none)': list('brand=amex'),
  'code 1006 (none)': list('processing_code=1006'),
  'an account without payments': list('provider_account_id=acc_without'),
  'the same card': list(`card_hash=${createHash('md5').update('4711').digest('hex')}`),
  'amount from 1 (all)': list('amount_from=1'),
  'last four': list('last_four=4242'),
  'last four, none': list('last_four=4242&status=CANCELED'),
  'e-mail': list('email=ADA42@shop.example'),
  customer: list('customer_id=cus_77'),
  'amount from and to': list('amount_from=4711&amount_to=4712'),
  'search: id': (filled) => `/api/transactions?q=${idOf(filled)}`,
  'search: e-mail': list('q=ada42@shop.example'),
  'search: amount': list('q=47.11'),
  'search: nothing': list('q=nobody'),
  'count of all': list('count=true'),
  'count of DECLINED': list('count=true&status=DECLINED'),
  'detail: record': (filled) => `/api/transactions/${idOf(filled)}/status`,
  'detail: timeline': (filled) => `/api/transactions/${idOf(filled)}/timeline`,
  'analytics: 30 days by brand': () => '/api/analytics/payments?group_by=brand',
  'analytics: a year by code': () => `/api/analytics/payments?group_by=code&from=${dayOf(364)}&to=${dayOf(0)}`,
  balances: () => '/api/balances',
  'settlement days': () => '/api/settlements?limit=31',
}

/** Slow queries, run once. */
export const LAST: Readonly<Record<string, Path>> = {
  'export of DECLINED': () => '/api/transactions.csv?status=DECLINED',
  'ledger proof': () => '/admin/ledger/verify.jsonl',
}

export const PAGES: Readonly<Record<string, Path>> = {
  home: () => '/dashboard',
  payments: () => '/dashboard/transactions',
  payment: (filled) => `/dashboard/transactions/${idOf(filled)}`,
  analytics: () => '/dashboard/analytics',
  balances: () => '/dashboard/balances',
}

function idOf({ transactions }: Filled): string {
  return filledId(Math.floor(transactions / 2))
}

function dayOf(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
}
