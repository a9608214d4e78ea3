import type { Secret } from '#domain/secret.ts'
import type { Gateway } from '#flows/gateway.ts'
import { newKeyPair, wrapKeyPair } from '#vault/encryption-key.ts'
import { heldKeyStorage } from '#vault/held-keys.ts'

/** Enough that merchants who follow each other in a test never have the same. */
const PAIRS = 8

const pairs: ReturnType<typeof newKeyPair>[] = []
let merchants = 0

/**
 * The gateway, with merchants who take turns with RSA pairs that this process has found: looking for one takes longer
 * than all else that a new merchant needs. Each is wrapped for its merchant, as a new one would be.
 */
export function withFoundKeyPairs(gateway: Gateway, masterKey: Secret<Buffer>): Gateway {
  const storage = heldKeyStorage({ masterKey })
  const createEncryptionKey = async (merchantId: string) => {
    const turn = merchants++ % PAIRS
    pairs[turn] ??= newKeyPair()
    return wrapKeyPair(storage, merchantId, await pairs[turn])
  }
  return { ...gateway, vault: { ...gateway.vault, createEncryptionKey } }
}
