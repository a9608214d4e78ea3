import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { MerchantMove } from '#domain/merchant-move.ts'
import type { Database } from '#store/connection/database.ts'
import {
  checkHiding,
  type EarlierIssuer,
  findMovedMerchant,
  isMerchantHidden,
  listEarlierIssuers,
  listHashKeys,
  listMoves,
} from '#store/moves/move-register.ts'
import type { Vault } from '#vault/vault.ts'

/** A switch waits three times as long. */
const POLL_MS = 500
const STALE_MS = 1000
/** Longest ID in a path or client ID. */
const MAX_ID_LENGTH = 64

interface Parts {
  readonly sql: Database
  readonly vault: Pick<Vault, 'holdHashKeys' | 'masterKeyId' | 'previousMasterKeyId'>
  readonly log: Logger
}

/** Moves of merchants between groups, as this process last read them (docs/operate/merchant-groups.md#move-a-merchant). */
export class MerchantMoves {
  readonly #parts: Parts
  readonly #closing = new AbortController()
  #moves: ReadonlyMap<string, MerchantMove> = new Map()
  #issuers: readonly EarlierIssuer[] = []
  #polling: Promise<void> | undefined
  #readAt = 0
  #reading: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Issuers of other groups whose tokens are accepted, the latest first. */
  get issuers(): readonly EarlierIssuer[] {
    return this.#issuers
  }

  /** @throws if the first read fails, or rows are not hidden; a later read that fails changes nothing */
  async open(): Promise<void> {
    await checkHiding(this.#parts.sql)
    await this.#read()
    this.#polling = this.#poll(this.#closing.signal)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#polling
  }

  /** Undefined for a merchant that this group serves. */
  of(merchantId: string): MerchantMove | undefined {
    return this.#moves.get(merchantId)
  }

  /** Reads again if the last read is older than a switch waits, such as on a busy machine. */
  async refresh(): Promise<void> {
    if (!this.#polling || performance.now() - this.#readAt < STALE_MS) return
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    await this.#reading.catch(() => undefined)
  }

  /** True if the rows of a merchant that leaves are hidden by now. */
  isHidden(merchantId: string): Promise<boolean> {
    return isMerchantHidden(this.#parts.sql, merchantId)
  }

  /** Finds the move of the merchant that one of these IDs belongs to. Without moved merchants it reads nothing. */
  async find(ids: readonly string[]): Promise<MerchantMove | undefined> {
    const likely = ids.filter((id) => id.length <= MAX_ID_LENGTH && /^[\w-]+$/.test(id))
    if (this.#moves.size === 0 || likely.length === 0) return undefined
    const merchantId = likely.find((id) => this.#moves.has(id)) ?? (await findMovedMerchant(this.#parts.sql, likely))
    return merchantId === undefined ? undefined : this.of(merchantId)
  }

  async #read(): Promise<void> {
    const { sql, vault } = this.#parts
    const began = performance.now()
    const [hashKeys, moves, issuers] = await Promise.all([
      listHashKeys(sql, [vault.masterKeyId, vault.previousMasterKeyId ?? '']),
      listMoves(sql),
      listEarlierIssuers(sql),
    ])
    this.#readAt = began
    vault.holdHashKeys(hashKeys)
    this.#moves = new Map(moves.map((move) => [move.merchantId, move]))
    this.#issuers = issuers
  }

  async #poll(signal: AbortSignal): Promise<void> {
    let hasFailed = false
    for (;;) {
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      const error = await this.#read().catch((reason: unknown) => reason)
      if (error !== undefined && !hasFailed) this.#parts.log.error({ err: error }, 'moves of merchants not read')
      hasFailed = error !== undefined
    }
  }
}
