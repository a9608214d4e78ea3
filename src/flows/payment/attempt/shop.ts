import type { Requestor } from '#domain/authentication.ts'
import type { TerminalConfig } from '#domain/merchant.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findTerminalConfig } from '#store/merchants/terminal-config.ts'
import type { Gateway } from '../../gateway.ts'

export interface Shop {
  readonly name: string
  /** Exact origins that may frame and hear our pages; empty: all. */
  readonly origins: readonly string[]
  /** True if the terminal allows a shopper whose authentication could not be performed. */
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

/** Reads the database, not a cached snapshot: its callers record nothing that would detect an outdated one. */
export async function findShop(
  gateway: Gateway,
  { merchantId, terminalId }: Pick<Transaction, 'merchantId' | 'terminalId'>,
): Promise<Shop> {
  const config = await findTerminalConfig(gateway.sql, merchantId, terminalId)
  if (!config) throw new Error(`Merchant ${merchantId} is gone.`)
  return toShop(config)
}
