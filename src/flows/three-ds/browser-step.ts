import type { ThreeDsAction } from '#domain/next-step.ts'
import { decodeActionToken } from '#three-ds/action-token.ts'
import { type BrowserForm, browserFormOf } from '#three-ds/browser-form.ts'

/** What a page of our own does about an action. */
export type BrowserStep =
  | { readonly kind: 'post'; readonly form: BrowserForm }
  /** A fingerprint without a method URL: nothing to post, nothing to wait for. */
  | { readonly kind: 'go-on' }
  /** An action a tester invented (`simulate_authentication_required`): its token is not ours to read. */
  | { readonly kind: 'foreign' }

export function browserStepOf(action: ThreeDsAction): BrowserStep {
  try {
    const form = browserFormOf(decodeActionToken(action.token))
    return form ? { kind: 'post', form } : { kind: 'go-on' }
  } catch {
    return { kind: 'foreign' }
  }
}
