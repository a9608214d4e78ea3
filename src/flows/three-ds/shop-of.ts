import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '../gateway.ts'

/** The shop a transaction belongs to, as our pages speak of it and to it. */
export function shopOf(
  gateway: Gateway,
  { merchantId, terminalId }: Pick<Transaction, 'merchantId' | 'terminalId'>,
): Promise<{ readonly name: string; readonly origins: readonly string[] }> {
  return gateway.directory.decide(merchantId, terminalId, async ({ directory }) => ({
    name: directory.merchant.name,
    origins: directory.terminal?.allowedOrigins ?? [],
  }))
}
