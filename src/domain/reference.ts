import { RequestError } from './problem.ts'

/** Kinds of objects with a reference on a terminal (docs/reference/references.md#one-namespace). */
export type ReferenceKind = 'transaction' | 'payment' | 'payout' | 'session'

export interface ReferenceHolder {
  readonly kind: ReferenceKind
  readonly id: string
}

/** A reference that belongs to something else already: a 422 that says to what. */
export class ReferenceTaken extends RequestError {
  readonly holder: ReferenceHolder

  constructor(holder: ReferenceHolder) {
    const message = 'This reference is already used on the terminal; choose another or look it up.'
    super('invalid', [{ property: 'reference', message, params: holderParams(holder) }])
    this.holder = holder
  }
}

/** A holder as errors name it: a session, or a transaction of whatever kind. */
export function holderParams({ kind, id }: ReferenceHolder): readonly string[] {
  return [kind === 'session' ? kind : 'transaction', id]
}
