import type { Session } from '#domain/session.ts'
import type { PaymentOptions } from '#flows/sessions/payment-options.ts'
import type { ShownForm } from './field.ts'

/** A form with the methods it offers and what was chosen in it before. */
export interface MethodChoice extends ShownForm {
  readonly session: Session
  readonly offer: PaymentOptions
  /** In the order in which they are shown. */
  readonly methods: readonly string[]
  readonly chosen: string
  readonly savedCard: string
  readonly wantsCardSaved: boolean
}
