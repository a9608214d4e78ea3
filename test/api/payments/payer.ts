import { expect } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { newReference, type TestMerchant } from '#test/test-merchant.ts'
import { ADDRESSES, press, recordOf } from '../redirects/shopper.ts'

export const METHODS = ['OPEN_BANKING', 'UPI', 'WALLETS', 'BANK_TRANSFER', 'QR_CODE'] as const

type Changes = Readonly<Record<string, unknown>>

/** A complete body; `changes` replace top-level fields, undefined removes one. */
export function paymentOf({ terminalId }: TestMerchant, changes: Changes = {}): Record<string, unknown> {
  return {
    terminal_id: terminalId,
    reference: newReference(),
    description: 'Two bags of beans',
    currency: 'EUR',
    amount: 1250,
    method: 'OPEN_BANKING',
    country: 'RO',
    customer_ip: '192.0.2.7',
    ...ADDRESSES,
    ...changes,
  }
}

/** @param at another API process than the first */
export function pay(merchant: TestMerchant, changes: Changes = {}, at?: string) {
  const body = paymentOf(merchant, changes)
  return merchant.call('POST', '/api/transactions/payment', { body, ...(at !== undefined && { at }) })
}

/** A bank transfer whose payer was sent to its page. */
export interface Transfer {
  readonly id: string
  readonly url: string
}

export async function transfer(merchant: TestMerchant, changes: Changes = {}): Promise<Transfer> {
  const { body } = await pay(merchant, { method: 'BANK_TRANSFER', ...changes })
  return { id: body.transaction_id, url: body.redirect.url }
}

/** Money arrives, in major units as a tester types it. */
export async function arrive({ url }: Transfer, amount: string): Promise<void> {
  const body = new URLSearchParams({ amount })
  const answer = await fetch(`${url}/transfers`, { method: 'POST', body, redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, url])
}

/** The payer says that the money will come later. */
export const promise = ({ url }: Transfer) => press(url, 'PENDING')

/** The record, once it says that so much has arrived. */
export function received(merchant: TestMerchant, { id }: Transfer, amount: bigint) {
  return eventually(`${amount} of ${id}`, 30, async () => {
    const record = await recordOf(merchant, id)
    return record.data?.received_amount === amount ? record : undefined
  })
}

/** Lines of a transaction in the simulators' ledgers, oldest first. */
export async function linesOf(merchant: TestMerchant, id: string): Promise<[string, string, bigint][]> {
  const { items } = (await merchant.call('GET', `/api/simulators/charges?transaction_id=${id}`)).body
  return items.map(({ operation, state, amount }: never) => [operation, state, amount]).reverse()
}
