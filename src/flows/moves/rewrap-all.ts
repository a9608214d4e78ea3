import { WRAPPED_KINDS, type WrappedValue } from '#store/keys/wrapped-values.ts'
import { rewrapBatch } from '../keys/rewrap.ts'
import type { Side } from './side.ts'

/** Keys of the group that a merchant does not take along. */
const KINDS = WRAPPED_KINDS.filter((kind) => kind !== 'vaultKeys' && kind !== 'signingKeys')

/** Seals what came from the other group under the master key of this one. */
export async function rewrapAll(side: Side, merchantId: string): Promise<void> {
  for (const kind of KINDS) {
    let after: WrappedValue['id'] | undefined
    do after = await rewrapBatch(side, kind, after, merchantId)
    while (after)
  }
}
