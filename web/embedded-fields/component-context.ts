import type { ComponentType, Customer, Options } from '../../embedded-fields/types.ts'
import type { FormState } from '../shared/protocol.ts'
import type { FrameLink } from './frame-link.ts'
import type { CompleteConfig } from './options.ts'
import type { Payments } from './payments.ts'

export interface ComponentContext {
  readonly options: Options
  readonly payments: Payments
  /** The core's own hidden frame pays what needs no fields. */
  readonly hidden: FrameLink
  /** Customer data of the session when the core was created. */
  readonly customer: Customer
  /** @throws PaymentError `destroyed` once the core is */
  assertAlive(): void
}

/** Component and its options, independent of where it is mounted. */
export interface ComponentSetup {
  readonly type: ComponentType
  readonly config: CompleteConfig
  readonly context: ComponentContext
}

/** The state of a form that is not there yet. */
export const UNKNOWN_STATE: FormState = { valid: false, complete: false, brand: null, problems: [], customer: {} }
