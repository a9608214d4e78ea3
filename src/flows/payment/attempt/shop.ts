import type { Requestor } from '#domain/authentication.ts'
import type { TerminalConfig } from '#domain/merchant.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findTerminalConfig } from '#store/merchants/terminal-config.ts'
import type { Gateway } from '../../gateway.ts'

/** The shop a transaction belongs to, as our pages need it. */
export interface Shop {
  readonly name: string
  /** Exact origins that may frame and hear our pages; none listed means everybody. */
  readonly origins: readonly string[]
  /** The terminal admits a shopper whose authentication could not be performed. */
  readonly allowUnauthenticated: boolean
  readonly requestor: Requestor | null
}

export function toShop({ merchant, terminal }: Pick<TerminalConfig, 'merchant' | 'terminal'>): Shop {
  return {
    name: merchant.name,
    origins: terminal?.allowedOrigins ?? [],
    allowUnauthenticated: terminal?.allowUnauthenticated ?? false,
    requestor: terminal?.threeDs ?? null,
  }
}

/** Reads the database, not a kept snapshot: its callers record nothing that would notice an outdated one. */
export async function findShop(
  gateway: Gateway,
  { merchantId, terminalId }: Pick<Transaction, 'merchantId' | 'terminalId'>,
): Promise<Shop> {
  const config = await findTerminalConfig(gateway.sql, merchantId, terminalId)
  if (!config) throw new Error(`Merchant ${merchantId} is gone.`)
  return toShop(config)
}
