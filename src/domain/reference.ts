import { RequestError } from './problem.ts'

/** Kinds of objects with a reference on a terminal (docs/reference/references.md#one-namespace). */
export type ReferenceKind = 'transaction' | 'payment' | 'payout' | 'session' | 'payment_link'

export interface ReferenceHolder {
  readonly kind: ReferenceKind
  readonly id: string
}

/** Reference that another object has: a 422 that names its holder. */
export class ReferenceTaken extends RequestError {
  readonly holder: ReferenceHolder

  constructor(holder: ReferenceHolder) {
    const message = 'This reference is already used on the terminal; choose another or look it up.'
    super('invalid', [{ property: 'reference', message, params: holderParams(holder) }])
    this.holder = holder
  }
}

/** Holder as errors name it: a session, a payment link, or a transaction of any kind. */
export function holderParams({ kind, id }: ReferenceHolder): readonly string[] {
  return [kind === 'session' || kind === 'payment_link' ? kind : 'transaction', id]
}
