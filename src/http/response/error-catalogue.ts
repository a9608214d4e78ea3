interface ErrorEntry {
  readonly when: string
  readonly whatToDo: string
}

/** Source of docs/reference/processing-codes.md, `/docs` and the OpenAPI document. */
export const ERRORS = {
  400: {
    when: 'Malformed: bad JSON or UTF-8, a duplicate key, nesting deeper than 32, an empty body where one is needed, or a bad 3DS notification URL.',
    whatToDo: 'Fix the request. Nothing was created.',
  },
  401: {
    when: 'The access token is missing, invalid or expired.',
    whatToDo: 'Get a new token and retry.',
  },
  403: {
    when: 'The access token lacks the required scope, or its client a permission or terminal.',
    whatToDo:
      'Use a token with the scope in the message: `merchant` under `/api`, `operator` under `/admin`. Give the client what `params` names, or use another one.',
  },
  404: {
    when: 'The path or resource does not exist, or belongs to another merchant.',
    whatToDo:
      'Check the path and the ID. To look up a transaction, use `GET /api/transactions/{id}/status`, which never returns 404.',
  },
  405: { when: 'The path does not support this method.', whatToDo: 'Use a method in `Allow`.' },
  408: { when: 'The request took too long to arrive.', whatToDo: 'Send it again without pauses.' },
  409: {
    when: 'The first request with this Idempotency-Key is still running, or this gateway sends no email.',
    whatToDo:
      'Retry after `Retry-After` seconds to get the first response. Without that header, no email can be sent; ask the operator.',
  },
  412: {
    when: '`If-Match` names another version than the present one, which the response shows.',
    whatToDo: 'Apply your change to the present version and send it again.',
  },
  413: { when: 'The body is over 256 KiB.', whatToDo: 'Send a smaller body.' },
  415: {
    when: 'The body has the wrong media type.',
    whatToDo: 'Send `application/json` in UTF-8, uncompressed.',
  },
  421: {
    when: 'The merchant moved to another group; `params` holds its address.',
    whatToDo: 'Send the request to that address. Nothing was executed here.',
  },
  422: {
    when: 'The request is invalid; all errors are listed.',
    whatToDo: 'Correct the field in `property`; `params` holds the violated limit. No transaction was created.',
  },
  428: {
    when: '`If-Match` is missing.',
    whatToDo: 'Read what you change and name its version in `If-Match`.',
  },
  429: {
    when: 'Too many requests; see `Retry-After`.',
    whatToDo: 'Wait that long, then retry.',
  },
  431: { when: 'The request headers are too long.', whatToDo: 'Send fewer or shorter ones.' },
  500: {
    when: 'Something went wrong on our side; `params` holds the request ID.',
    whatToDo: 'Look up your reference before you pay again. Include the request ID when you ask for help.',
  },
  503: {
    when: 'The service is temporarily unavailable; see `Retry-After`.',
    whatToDo: 'Wait that long, look up your reference, then retry with the same Idempotency-Key.',
  },
} as const satisfies Readonly<Record<number, ErrorEntry>>

export type ErrorStatus = keyof typeof ERRORS

export function addressOfError(code: string | number): string {
  return `/docs/errors/${code}`
}

/** Header that leads a developer from an error to its explanation (RFC 8288); the bodies are specified without it. */
export function helpLink(code: string | number): Readonly<Record<string, string>> {
  return { link: `<${addressOfError(code)}>; rel="help"` }
}
