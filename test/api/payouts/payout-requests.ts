import { newReference, type TestMerchant } from '#test/test-merchant.ts'

type Changes = Readonly<Record<string, unknown>>

/** An account in India, as it is written there. */
export const ACCOUNT = { account_number: '50100012345678', account_name: 'Ada Lindqvist', ifsc: 'HDFC0001234' }

export function beneficiary(changes: Changes = {}) {
  return { type: 'bank_account', data: { ...ACCOUNT, ...changes } }
}

/** A complete body; `changes` replace top-level fields, undefined removes one. */
export function payoutOf({ terminalId }: TestMerchant, changes: Changes = {}): Record<string, unknown> {
  return {
    terminal_id: terminalId,
    reference: newReference(),
    description: 'Winnings of May',
    currency: 'INR',
    amount: 250000,
    beneficiary: beneficiary(),
    ...changes,
  }
}

/** @param at another API process than the first */
export function push(merchant: TestMerchant, changes: Changes = {}, at?: string) {
  const body = payoutOf(merchant, changes)
  return merchant.call('POST', '/api/transactions/payout', { body, ...(at !== undefined && { at }) })
}
