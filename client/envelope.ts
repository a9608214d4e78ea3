import { TollgateError } from './error.ts'
import type { Action, Envelope, FormSubmit, Redirect, Transaction } from './schema.ts'

export type NextStep =
  | { readonly kind: 'result'; readonly transaction: Transaction }
  | { readonly kind: 'fingerprint' | 'challenge'; readonly action: Action }
  | { readonly kind: 'redirect'; readonly redirect: Redirect }
  | { readonly kind: 'form-submit'; readonly form: FormSubmit }

const ACTIONS = { THREE_DS_2_FINGERPRINT: 'fingerprint', THREE_DS_2_CHALLENGE: 'challenge' } as const

/**
 * The handling rule for every envelope, in its order: result, action, redirect, form to submit.
 * @throws TollgateError where none is set, or an action this library does not know
 */
export function nextStep(envelope: Envelope): NextStep {
  const { result, action, redirect, form_submit } = envelope
  if (result) return { kind: 'result', transaction: result }
  if (action && Object.hasOwn(ACTIONS, action.type)) return { kind: ACTIONS[action.type], action }
  if (redirect) return { kind: 'redirect', redirect }
  if (form_submit) return { kind: 'form-submit', form: form_submit }
  const message = 'The response contains no step that this version supports. Read the status of the transaction.'
  throw new TollgateError('invalid_answer', message)
}
