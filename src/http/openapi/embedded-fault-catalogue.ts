import type { FaultCode } from '#web/shared/protocol.ts'

interface FaultEntry {
  readonly when: string
  readonly whatToDo: string
}

/** Codes of the embedded fields; source of docs/reference/processing-codes.md and `/docs`. */
export const EMBEDDED_FAULTS: Readonly<Record<FaultCode, FaultEntry>> = {
  invalid_options: {
    when: 'An option is missing, or of another type.',
    whatToDo: 'The message names the option.',
  },
  invalid_client_key: {
    when: 'No merchant has this client key.',
    whatToDo: 'Copy the key again.',
  },
  session_not_found: {
    when: "The client key's merchant has no such session.",
    whatToDo: 'Create a session with the same merchant, and use its id.',
  },
  origin_not_allowed: {
    when: "This page's origin is not among the terminal's.",
    whatToDo:
      'Add it to `allowed_origins`. A sandboxed page needs `allow-same-origin`, and `allow-forms` for the bank.',
  },
  environment_mismatch: {
    when: 'The gateway runs another realm.',
    whatToDo: '`test` is for realm `uat`, `production` for production.',
  },
  insecure_page: {
    when: 'The page is no secure context.',
    whatToDo: 'Serve it over https, or from localhost.',
  },
  frame_blocked: {
    when: 'A policy, an extension or an embedding page blocked the gateway twice.',
    whatToDo: 'Allow `script-src` and `frame-src` for the gateway.',
  },
  timeout: {
    when: 'The gateway did not respond within 10 seconds.',
    whatToDo: 'Offer to reload the page.',
  },
  session_expired: {
    when: 'The session has expired, or has too many submissions.',
    whatToDo: 'Create a new session.',
  },
  session_completed: {
    when: 'The session is paid, pending or canceled.',
    whatToDo: 'Read its status; create a new one for a new order.',
  },
  network_error: {
    when: 'The connection was lost.',
    whatToDo: 'Check the status or the event to see if the payment was charged.',
  },
  invalid_fields: {
    when: 'A field is missing or wrong; the focus is on the first.',
    whatToDo: 'The fields show what is wrong. The message names errors without a field, such as `phone`.',
  },
  already_submitting: {
    when: 'A payment is in progress and not at the bank.',
    whatToDo: 'Wait for its callback.',
  },
  canceled: {
    when: 'The shopper canceled the authentication; comes with `response.status` `CANCELED`.',
    whatToDo: 'The shopper may pay again.',
  },
  destroyed: {
    when: 'The component was taken off the page, or moved in it, while it paid.',
    whatToDo: 'The status or the event shows how it ended.',
  },
}
