/** An error of the HTTP interface, as the reference describes it. */
interface ErrorEntry {
  readonly when: string
  readonly whatToDo: string
}

/**
 * Every status of an error; docs/reference/processing-codes.md, `/docs` and the OpenAPI document are written from this.
 */
export const ERRORS = {
  400: {
    when: 'Malformed: bad JSON or UTF-8, a duplicate key, nesting deeper than 32, an empty body where one is needed, or a bad 3DS notification URL.',
    whatToDo: 'Mend the request. Nothing was created.',
  },
  401: {
    when: 'No access token, or one that is not valid any more.',
    whatToDo: 'Ask the token endpoint for a new token and send the request again.',
  },
  403: {
    when: "The access token's scope is another.",
    whatToDo: 'Use a token with the scope that the text names: `merchant` under `/api`, `operator` under `/admin`.',
  },
  404: {
    when: 'There is no such path or thing, or it belongs to somebody else.',
    whatToDo:
      'Check path and id. A transaction is looked for with `GET /api/transactions/{id}/status`, which is never a 404.',
  },
  405: { when: 'The path takes other methods.', whatToDo: 'Use one of those in `Allow`.' },
  408: { when: 'The request took too long to arrive.', whatToDo: 'Send it again, in one go.' },
  409: {
    when: 'The first request with this Idempotency-Key is still running.',
    whatToDo: 'Send the same again after `Retry-After` seconds: it gets the first answer.',
  },
  413: { when: 'The body is over 256 KiB.', whatToDo: 'Send less.' },
  415: {
    when: 'The body has the wrong media type.',
    whatToDo: 'Send `application/json` in UTF-8, uncompressed.',
  },
  422: {
    when: 'Something in the request is invalid; every mistake is listed.',
    whatToDo: 'Correct what `property` names; `params` holds the bound that was broken. No transaction was created.',
  },
  429: {
    when: 'Too many requests; `Retry-After` says when to come back.',
    whatToDo: 'Wait that long, then send the same again.',
  },
  431: { when: "The request's headers are too long.", whatToDo: 'Send fewer or shorter ones.' },
  500: {
    when: 'Something went wrong on our side; `params` holds the request id.',
    whatToDo: 'Look your reference up before you pay again; quote the request id when you ask for help.',
  },
  503: {
    when: 'The service cannot be reached just now; `Retry-After` says when to come back.',
    whatToDo: 'Wait that long, look your reference up, and send the same again with the same Idempotency-Key.',
  },
} as const satisfies Readonly<Record<number, ErrorEntry>>

/** The closed list of statuses that errors have. */
export type ErrorStatus = keyof typeof ERRORS
