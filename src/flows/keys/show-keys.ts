import { withLongTimeout } from '#store/connection/time-limits.ts'
import { countCardsToMove } from '#store/customers/sealed-cards.ts'
import { countDataKeys } from '#store/keys/data-keys.ts'
import { findLatestKeyRotation, type KeyRotation } from '#store/keys/key-rotations.ts'
import { countWrappedUnderOthers, WRAPPED_KINDS, type WrappedKind } from '#store/keys/wrapped-values.ts'
import type { Gateway } from '../gateway.ts'

/** State of the keys; fingerprints and numbers, never a key. */
export interface KeysOverview {
  readonly masterKeyId: string
  readonly previousMasterKeyId: string | null
  readonly rotation: KeyRotation | null
  readonly underAnotherKey: Readonly<Record<WrappedKind, number>>
  readonly dataKeys: { readonly inUse: number; readonly retired: number }
  readonly cardsToMove: number
}

export async function showKeys({ sql, vault }: Gateway): Promise<KeysOverview> {
  const { masterKeyId, previousMasterKeyId } = vault
  const [rotation, dataKeys, cardsToMove, ...counts] = await withLongTimeout(sql, (slow) =>
    Promise.all([
      findLatestKeyRotation(slow),
      countDataKeys(slow),
      countCardsToMove(slow),
      ...WRAPPED_KINDS.map((kind) => countWrappedUnderOthers(slow, kind, masterKeyId)),
    ]),
  )
  const underAnotherKey = Object.fromEntries(WRAPPED_KINDS.map((kind, place) => [kind, counts[place]!]))
  return {
    masterKeyId,
    previousMasterKeyId,
    rotation: rotation ?? null,
    underAnotherKey: underAnotherKey as KeysOverview['underAnotherKey'],
    dataKeys,
    cardsToMove,
  }
}
