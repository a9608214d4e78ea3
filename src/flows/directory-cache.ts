import type { Directory } from '#domain/merchant.ts'
import type { Database } from '#store/database.ts'
import { findDirectory } from '#store/directory.ts'
import { listDecryptionKeys } from '#store/encryption-keys.ts'
import type { EncryptionKey } from '#vault/vault.ts'

/** A directory with the merchant's keys that still decrypt, newest first. */
export interface Picture {
  readonly directory: Directory
  readonly keys: readonly EncryptionKey[]
}

/** Thrown by a decision that was made on a picture older than the merchant's present configuration. */
export class OutdatedPicture extends Error {
  override name = 'OutdatedPicture'
}

const CAPACITY = 10_000
/** A key that is retired meanwhile stops decrypting at most this much later. */
const MAX_AGE_MS = 60_000
/** Each try reads afresh; more changes than this during one request means something is wrong. */
const MAX_TRIES = 5

/**
 * Pictures kept in this process. They may be outdated: whoever records a decision states the version it rests on and
 * throws `OutdatedPicture` when the database refuses it, and the decision is made again on a fresh one. So an admin
 * change holds for every request that starts after its answer, on every process (contract section 2).
 */
export class DirectoryCache {
  readonly #sql: Database
  readonly #pictures = new Map<string, { picture: Picture; readAt: number }>()

  constructor(sql: Database) {
    this.#sql = sql
  }

  /** Runs a decision on a kept picture, again on a fresh one while it turns out to be outdated. */
  async decide<T>(merchantId: string, terminalId: string, decision: (picture: Picture) => Promise<T>): Promise<T> {
    let picture = this.#kept(merchantId, terminalId) ?? (await this.#read(merchantId, terminalId))
    for (let tries = 1; ; tries += 1) {
      try {
        return await decision(picture)
      } catch (error) {
        if (!(error instanceof OutdatedPicture) || tries === MAX_TRIES) throw error
        picture = await this.#read(merchantId, terminalId)
      }
    }
  }

  #kept(merchantId: string, terminalId: string): Picture | undefined {
    const entry = this.#pictures.get(keyOf(merchantId, terminalId))
    return entry && Date.now() - entry.readAt < MAX_AGE_MS ? entry.picture : undefined
  }

  async #read(merchantId: string, terminalId: string): Promise<Picture> {
    const directory = await findDirectory(this.#sql, merchantId, terminalId)
    if (!directory) throw new Error(`Merchant ${merchantId} has a token but no record.`)
    const picture = { directory, keys: await listDecryptionKeys(this.#sql, merchantId) }
    if (directory.terminal) this.#keep(keyOf(merchantId, terminalId), picture)
    return picture
  }

  #keep(key: string, picture: Picture): void {
    this.#pictures.delete(key)
    this.#pictures.set(key, { picture, readAt: Date.now() })
    const oldest = this.#pictures.keys().next()
    if (this.#pictures.size > CAPACITY && !oldest.done) this.#pictures.delete(oldest.value)
  }
}

function keyOf(merchantId: string, terminalId: string): string {
  return `${merchantId} ${terminalId}`
}
