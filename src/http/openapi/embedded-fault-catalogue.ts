import type { FaultCode } from '#web/shared/protocol.ts'

/** What a code of the embedded fields means, and what a shop does about it. */
interface FaultEntry {
  readonly when: string
  readonly whatToDo: string
}

/** Every code of the embedded fields; docs/reference/processing-codes.md and `/docs` are written from this. */
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
    when: "The page's policy, an extension, or a page of a foreign origin around this one keeps the gateway out, twice.",
    whatToDo: 'Allow `script-src` and `frame-src` for the gateway.',
  },
  timeout: {
    when: 'The gateway did not answer within 10 seconds.',
    whatToDo: 'Offer to load the page again.',
  },
  session_expired: {
    when: "The session's time is over, or too much was sent to it.",
    whatToDo: 'Create a new session.',
  },
  session_completed: {
    when: 'The session is paid, waits for a confirmation, or was left.',
    whatToDo: 'Read its status; create a new one for a new order.',
  },
  network_error: {
    when: 'The connection was lost.',
    whatToDo: 'Whether something was charged, the status or the event tells.',
  },
  invalid_fields: {
    when: 'A field is missing or wrong; the focus is on the first.',
    whatToDo: 'The fields say what is wrong. What no field shows, such as a `phone` of yours, the message names.',
  },
  already_submitting: {
    when: 'A payment is under way that is not at the bank.',
    whatToDo: 'Wait for its callback.',
  },
  canceled: {
    when: "The shopper gave the bank's question up; comes with `response.status` `CANCELED`.",
    whatToDo: 'The shopper may pay again.',
  },
  destroyed: {
    when: 'The component was taken off the page, or moved in it, while it paid.',
    whatToDo: 'The status or the event tells how it ended.',
  },
}
