import type { TerminalConfig } from '#domain/merchant.ts'
import type { Database } from '#store/connection/database.ts'
import { listDecryptionKeys } from '#store/keys/encryption-keys.ts'
import { findTerminalConfig } from '#store/merchants/terminal-config.ts'
import type { EncryptionKey } from '#vault/vault.ts'

/** The configuration of a terminal, with its merchant's keys that still decrypt, newest first. */
export interface ConfigSnapshot {
  readonly config: TerminalConfig
  readonly keys: readonly EncryptionKey[]
}

/** Thrown by a decision made on a snapshot older than the merchant's present configuration. */
export class StaleConfig extends Error {
  override name = 'StaleConfig'
}

const CAPACITY = 10_000
/** A key that is retired meanwhile stops decrypting at most this much later. */
const MAX_AGE_MS = 60_000
/** Each attempt reads afresh; more changes than this during one request means something is wrong. */
const MAX_ATTEMPTS = 5

/**
 * Configuration snapshots kept in this process. They may be outdated: whoever records a decision states the version it
 * rests on and throws `StaleConfig` when the database refuses it, and the decision is made again on a fresh one. So an
 * admin change holds for every request that starts after its answer, on every process
 * (docs/reference/identity.md#changes-by-an-operator).
 */
export class ConfigCache {
  readonly #sql: Database
  readonly #snapshots = new Map<string, { snapshot: ConfigSnapshot; readAt: number }>()

  constructor(sql: Database) {
    this.#sql = sql
  }

  /** Runs a decision on a kept snapshot, again on a fresh one while it turns out to be outdated. */
  async decide<T>(
    merchantId: string,
    terminalId: string,
    decision: (snapshot: ConfigSnapshot) => Promise<T>,
  ): Promise<T> {
    let snapshot = this.#kept(merchantId, terminalId) ?? (await this.#read(merchantId, terminalId))
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await decision(snapshot)
      } catch (error) {
        if (!(error instanceof StaleConfig) || attempts === MAX_ATTEMPTS) throw error
        snapshot = await this.#read(merchantId, terminalId)
      }
    }
  }

  #kept(merchantId: string, terminalId: string): ConfigSnapshot | undefined {
    const entry = this.#snapshots.get(keyOf(merchantId, terminalId))
    return entry && Date.now() - entry.readAt < MAX_AGE_MS ? entry.snapshot : undefined
  }

  async #read(merchantId: string, terminalId: string): Promise<ConfigSnapshot> {
    const config = await findTerminalConfig(this.#sql, merchantId, terminalId)
    if (!config) throw new Error(`Merchant ${merchantId} has a token but no record.`)
    const snapshot = { config, keys: await listDecryptionKeys(this.#sql, merchantId) }
    if (config.terminal) this.#keep(keyOf(merchantId, terminalId), snapshot)
    return snapshot
  }

  #keep(key: string, snapshot: ConfigSnapshot): void {
    this.#snapshots.delete(key)
    this.#snapshots.set(key, { snapshot, readAt: Date.now() })
    const oldest = this.#snapshots.keys().next()
    if (this.#snapshots.size > CAPACITY && !oldest.done) this.#snapshots.delete(oldest.value)
  }
}

function keyOf(merchantId: string, terminalId: string): string {
  return `${merchantId} ${terminalId}`
}
