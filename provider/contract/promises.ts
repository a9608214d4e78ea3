import { CHARGE_PROMISES } from './charge-promises.ts'
import { FOLLOW_UP_PROMISES } from './follow-up-promises.ts'
import type { ProviderPromise } from './promise.ts'
import { READING_PROMISES } from './reading-promises.ts'
import { REVERSAL_PROMISES } from './reversal-promises.ts'

/** Promises of every provider: our own are tested by them, and the program tests modules by them. */
export const PROMISES: readonly ProviderPromise[] = [
  ...CHARGE_PROMISES,
  ...REVERSAL_PROMISES,
  ...FOLLOW_UP_PROMISES,
  ...READING_PROMISES,
]
