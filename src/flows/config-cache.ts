import type { Clock } from '#domain/clock.ts'
import type { TerminalConfig } from '#domain/merchant.ts'
import { problem, RequestError } from '#domain/problem.ts'
import type { RuleKind, RuleSet } from '#domain/rules/rule.ts'
import type { Database } from '#store/connection/database.ts'
import { listDecryptionKeys } from '#store/keys/encryption-keys.ts'
import { findTerminalConfig } from '#store/merchants/terminal-config.ts'
import { readClockAhead } from '#store/merchants/test-clock.ts'
import { findRuleSet } from '#store/rules/rule-sets.ts'
import type { EncryptionKey } from '#vault/vault.ts'
import { SerializedDecisions } from './serialized-decisions.ts'

/** Configuration of a terminal, with its merchant's keys that still decrypt, newest first. */
export interface ConfigSnapshot {
  readonly config: TerminalConfig
  readonly keys: readonly EncryptionKey[]
  readonly rules: Readonly<Record<RuleKind, RuleSet>>
  /** Advance of the merchant's test clock. */
  readonly clockAheadMs: number
}

/** Time by the clock of a snapshot's merchant, by which its cards expire. */
export function merchantTime({ clock }: { readonly clock: Clock }, { clockAheadMs }: ConfigSnapshot): Date {
  return new Date(clock.now().getTime() + clockAheadMs)
}

/** Decision on a snapshot older than the merchant's current configuration. */
export class StaleConfig extends Error {
  override name = 'StaleConfig'
}

type Decision<T> = (snapshot: ConfigSnapshot, decided: () => void) => Promise<T>

const CAPACITY = 10_000
/** A retired key stops decrypting at most this much later. */
const MAX_AGE_MS = 60_000
/** Attempts with a cached snapshot, then a fresh one, before changes wait. */
const OPTIMISTIC_ATTEMPTS = 2
/** While changes wait, only other events interfere, such as a deleted customer. */
const SERIALIZED_ATTEMPTS = 3

/**
 * Cached configuration snapshots, perhaps outdated. A decision is recorded with its version; the database rejects an
 * outdated one, and the decision is repeated on a fresh snapshot. So an admin change applies on every process to
 * requests that start after its response (docs/reference/identity.md#changes-by-an-operator). If changes are faster
 * than decisions, they wait for one.
 */
export class ConfigCache {
  readonly #sql: Database
  readonly #snapshots = new Map<string, { snapshot: ConfigSnapshot; readAt: number }>()
  readonly #quietly: SerializedDecisions

  constructor(sql: Database) {
    this.#sql = sql
    this.#quietly = new SerializedDecisions(sql)
  }

  /**
   * Runs a decision on a cached snapshot, and again on a fresh one if it was outdated.
   * @param decision calls `decided` once recorded, before any external call: no change waits any longer
   * @throws RequestError 503 if it stays outdated
   */
  async decide<T>(merchantId: string, terminalId: string, decision: Decision<T>): Promise<T> {
    for (let attempts = 1; attempts <= OPTIMISTIC_ATTEMPTS + SERIALIZED_ATTEMPTS; attempts += 1) {
      try {
        if (attempts > OPTIMISTIC_ATTEMPTS) return await this.#decideQuietly(merchantId, terminalId, decision)
        const kept = attempts === 1 ? this.#kept(merchantId, terminalId) : undefined
        return await decision(kept ?? (await this.#read(merchantId, terminalId)), () => undefined)
      } catch (error) {
        if (!(error instanceof StaleConfig)) throw error
      }
    }
    const message = "This merchant's configuration is changing too often; try again."
    throw new RequestError('unavailable', [problem('', message)])
  }

  /** This version or a later one: for steps that record nothing that would detect an outdated one. */
  async notBefore(merchantId: string, terminalId: string, version: bigint): Promise<ConfigSnapshot> {
    const kept = this.#kept(merchantId, terminalId)
    return kept && kept.config.version >= version ? kept : this.#read(merchantId, terminalId)
  }

  #decideQuietly<T>(merchantId: string, terminalId: string, decision: Decision<T>): Promise<T> {
    return this.#quietly.run(merchantId, async (decided) => decision(await this.#read(merchantId, terminalId), decided))
  }

  #kept(merchantId: string, terminalId: string): ConfigSnapshot | undefined {
    const entry = this.#snapshots.get(keyOf(merchantId, terminalId))
    return entry && Date.now() - entry.readAt < MAX_AGE_MS ? entry.snapshot : undefined
  }

  async #read(merchantId: string, terminalId: string): Promise<ConfigSnapshot> {
    const config = await findTerminalConfig(this.#sql, merchantId, terminalId)
    if (!config) throw new Error(`Merchant ${merchantId} has a token but no record.`)
    const { riskRulesVersion, routingRulesVersion } = config.merchant
    const [keys, ahead, risk, routing] = await Promise.all([
      listDecryptionKeys(this.#sql, merchantId),
      readClockAhead(this.#sql, merchantId),
      findRuleSet(this.#sql, merchantId, 'risk', riskRulesVersion),
      findRuleSet(this.#sql, merchantId, 'routing', routingRulesVersion),
    ])
    if (!risk || !routing) throw new Error(`Merchant ${merchantId} has no rules of its present version.`)
    const snapshot = { config, keys, rules: { risk, routing }, clockAheadMs: ahead * 1000 }
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
