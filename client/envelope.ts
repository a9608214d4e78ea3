import { TollgateError } from './error.ts'
import type { Status, Transaction } from './transaction.ts'

/** A 3-D Secure step. Keep `payment_data` on your server and send it back unchanged. */
export interface Action {
  readonly transaction_id: string
  /** Equals `three_ds_server_trans_id` of the token. */
  readonly session_id: string
  readonly type: 'THREE_DS_2_FINGERPRINT' | 'THREE_DS_2_CHALLENGE'
  /** For `decodeActionToken`. */
  readonly token: string
  readonly payment_data: string
}

export interface Redirect {
  readonly transaction_id: string
  readonly session_id: string
  readonly url: string
}

/** A form the browser posts to `url`, each entry of `data` a hidden input. */
export interface FormSubmit extends Redirect {
  readonly data: Readonly<Record<string, string>>
}

/** An envelope (docs/reference/objects.md#envelope): one of the first four is set. */
export interface Envelope {
  readonly result: Transaction | null
  readonly action: Action | null
  readonly redirect: Redirect | null
  readonly form_submit: FormSubmit | null
  /** Beside a step, and beside a result the gateway refused. */
  readonly transaction_id?: string
  readonly status?: Status
}

/** Next step of an envelope. */
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
