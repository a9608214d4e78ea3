import type { TestMerchant } from '#test/test-merchant.ts'

/** Account and state of each charge in the simulators' ledgers, the first one first. */
export async function chargesOf(merchant: TestMerchant, id: string): Promise<[account: string, state: string][]> {
  const { items } = (await merchant.call('GET', `/api/simulators/charges?transaction_id=${id}`)).body
  return items
    .toReversed()
    .map((item: { provider_account_id: string; state: string }) => [item.provider_account_id, item.state])
}

/** Lists the processing codes of a record's attempts. */
// biome-ignore lint/suspicious/noExplicitAny: tests hold records against the reference field by field
export function attemptsOf(record: any): (string | null)[] {
  return record.data.retry_options.data.attempts.map((attempt: { processing_code: string }) => attempt.processing_code)
}
