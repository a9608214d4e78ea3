import { withLongTimeout } from '#store/connection/time-limits.ts'
import {
  listUnderOtherMasterKeys,
  replaceWrapped,
  type WrappedKind,
  type WrappedValue,
} from '#store/keys/wrapped-values.ts'
import { SealError } from '#vault/aead.ts'
import type { Gateway } from '../gateway.ts'
import { BINDINGS } from './bindings.ts'

const BATCH = 200

/** Database of the values, and the vault that decrypts and encrypts them. */
export type Rewrapping = Pick<Gateway, 'sql' | 'vault' | 'log'>

/**
 * @param after end of the previous batch, undefined to begin @param merchantId only values of this merchant
 * @returns end of this one, undefined at the end
 */
export async function rewrapBatch(
  gateway: Rewrapping,
  kind: WrappedKind,
  after: WrappedValue['id'] | undefined,
  merchantId?: string,
): Promise<WrappedValue['id'] | undefined> {
  const found = await withLongTimeout(gateway.sql, (slow) =>
    listUnderOtherMasterKeys(slow, kind, gateway.vault.masterKeyId, after, BATCH, merchantId),
  )
  if (found.length === 0) return undefined
  await replaceWrapped(
    gateway.sql,
    kind,
    found.flatMap((value) => wrapped(gateway, kind, value)),
  )
  return found.at(-1)!.id
}

/** Empty if neither key decrypts the value: it stays as it is, and the others are rewrapped. */
function wrapped({ vault, log }: Rewrapping, kind: WrappedKind, value: WrappedValue) {
  const { purpose: named, contextOf } = BINDINGS[kind]
  const purpose = typeof named === 'function' ? named(value.id) : named
  try {
    return [{ ...value, fresh: vault.rewrap(value.sealed, purpose, contextOf(value.id)) }]
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    log.error({ kind, id: value.id }, 'value cannot be decrypted with MASTER_KEY or MASTER_KEY_PREVIOUS')
    return []
  }
}
