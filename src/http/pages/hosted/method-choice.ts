import type { Session } from '#domain/session.ts'
import type { PaymentOptions } from '#flows/sessions/payment-options.ts'
import type { ShownForm } from './field.ts'

/** Form with its methods and the earlier choice. */
export interface MethodChoice extends ShownForm {
  readonly session: Session
  readonly offer: PaymentOptions
  readonly methods: readonly string[]
  readonly chosen: string
  readonly savedCard: string
  readonly wantsCardSaved: boolean
}
