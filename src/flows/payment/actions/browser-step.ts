import type { ThreeDsAction } from '#domain/next-step.ts'
import { decodeActionToken } from '#three-ds/action-token.ts'
import { type BrowserForm, browserFormOf } from '#three-ds/browser-form.ts'

/** Handling of an action on our own page. */
export type BrowserStep =
  | { readonly kind: 'post'; readonly form: BrowserForm; readonly windowSize: string }
  /** A fingerprint without a method URL: nothing to post, nothing to wait for. */
  | { readonly kind: 'go-on'; readonly windowSize: string }
  /** A step that a tester made up. */
  | { readonly kind: 'foreign' }

export function browserStepOf(action: ThreeDsAction): BrowserStep {
  if (action.isMadeUp) return { kind: 'foreign' }
  const token = decodeActionToken(action.token)
  const form = browserFormOf({ ...token, acsUrl: action.bankUrl ?? null })
  const windowSize = token.challengeWindowSize
  return form ? { kind: 'post', form, windowSize } : { kind: 'go-on', windowSize }
}
