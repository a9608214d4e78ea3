import type { MasterKeys } from '#interface/keys.ts'
import { withLongTimeout } from '#store/connection/time-limits.ts'
import { countCardsToMove } from '#store/customers/sealed-cards.ts'
import { countDataKeys } from '#store/keys/data-keys.ts'
import { findLatestKeyRotation } from '#store/keys/key-rotations.ts'
import { countWrappedUnderOthers, WRAPPED_KINDS } from '#store/keys/wrapped-values.ts'
import type { Gateway } from '../gateway.ts'

export async function showKeys({ sql, vault }: Gateway): Promise<MasterKeys> {
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
    underAnotherKey: underAnotherKey as MasterKeys['underAnotherKey'],
    dataKeys,
    cardsToMove,
  }
}
