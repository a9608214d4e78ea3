import type { Settings } from '../gateway.ts'

const MARGIN_SECONDS = 5

/**
 * Seconds after which whoever was asking a provider must have ended: its time-out and a margin. From then on the
 * worker asks the provider itself what happened.
 */
export function answerMarginSeconds({ settings }: { readonly settings: Settings }): number {
  return settings.providerTimeoutSeconds + MARGIN_SECONDS
}
