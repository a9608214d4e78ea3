import type { Actor } from '#domain/actor.ts'
import type { AuditAction } from '#domain/audit-actions.ts'
import { invalid, orNotFound } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import type { Sql } from '#store/connection/database.ts'
import {
  findWalletKey,
  insertWalletKey,
  listWalletKeys,
  lockFirstWalletKey,
  retireWalletKey as retire,
  type WalletKeyRecord,
} from '#store/keys/wallet-keys.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import type { WalletKey } from '#vault/wallet-token/wallet-key.ts'
import type { Gateway } from '../gateway.ts'
import { paged } from '../paged.ts'

/** Actor of the first pair in the audit log. */
const FIRST_START = 'first start'

/** Creates a key pair for wallet tokens. Earlier ones decrypt until they are retired. */
export function createWalletKey(gateway: Gateway, actor: Actor): Promise<WalletKeyRecord> {
  return add(gateway, actor, 'wallet-key.created', gateway.vault.walletTokens.createKey())
}

/** Imports a key pair that wallets use already. @param pem PKCS #8 or SEC 1 @throws RequestError 422 on `private_key` */
export async function importWalletKey(gateway: Gateway, actor: Actor, pem: Secret<string>): Promise<WalletKeyRecord> {
  const key = gateway.vault.walletTokens.importKey(pem.reveal())
  if (!key) throw invalid('private_key', 'Send an unencrypted P-256 private key in PEM (PKCS #8 or SEC 1).')
  return add(gateway, actor, 'wallet-key.imported', key)
}

/** Stops decryption with a key immediately and permanently. @throws RequestError 404 */
export function retireWalletKey(gateway: Gateway, actor: Actor, keyId: string): Promise<WalletKeyRecord> {
  return gateway.sql.begin(async (sql) => {
    const retired = await retire(sql, keyId)
    if (retired) await note(sql, actor, 'wallet-key.retired', retired)
    return orNotFound(retired ?? (await findWalletKey(sql, keyId)), 'wallet key')
  })
}

/** @throws RequestError 404 */
export async function showWalletKey(gateway: Gateway, keyId: string): Promise<WalletKeyRecord> {
  return orNotFound(await findWalletKey(gateway.sql, keyId), 'wallet key')
}

export const showWalletKeys = paged(listWalletKeys)

/** Creates the first pair of a gateway, once over all processes; not again if it was retired. */
export async function ensureWalletKey({ sql: database, vault }: Pick<Gateway, 'sql' | 'vault'>): Promise<void> {
  await database.begin(async (sql) => {
    await lockFirstWalletKey(sql)
    const [known] = await listWalletKeys(sql, undefined, 1)
    if (known) return
    const made = await insertWalletKey(sql, vault.walletTokens.createKey())
    await note(sql, FIRST_START, 'wallet-key.created', made!)
  })
}

function add(gateway: Gateway, actor: Actor, action: AuditAction, key: WalletKey): Promise<WalletKeyRecord> {
  return gateway.sql.begin(async (sql) => {
    const added = await insertWalletKey(sql, key)
    if (!added) throw invalid('private_key', 'This key pair already exists.')
    await note(sql, actor, action, added)
    return added
  })
}

/** Records only the public key, which identifies the pair. */
async function note(sql: Sql, actor: Actor, action: AuditAction, { keyId, publicKey }: WalletKeyRecord): Promise<void> {
  const changes = { publicKey }
  await insertAuditEntry(sql, { merchantId: null, actor, action, subject: keyId, changes })
}
