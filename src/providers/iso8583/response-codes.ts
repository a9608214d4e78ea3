import type { ProcessingCode } from '#providers/port/tools.ts'

/** Meaning of a response code (data element 39). */
export interface Meaning {
  readonly text: string
  readonly code: ProcessingCode
  /** No other acquirer may be called. */
  readonly stopsRetries?: true
  /** A charge may exist that must be reversed. */
  readonly mustBeReversed?: true
}

/** Codes with their texts, by consequence: ISO 8583:1987, and the networks' own with a letter. */
const GROUPS: readonly (readonly [Omit<Meaning, 'text'>, Readonly<Record<string, string>>])[] = [
  [
    { code: '0000' },
    {
      '00': 'Approved',
      '08': 'Approved with identification',
      '11': 'Approved, VIP',
      '85': 'No reason to decline',
    },
  ],
  [{ code: '1002' }, { '09': 'Request in progress' }],
  [{ code: '1004' }, { '51': 'Insufficient funds' }],
  [{ code: '1000', mustBeReversed: true }, { '10': 'Approved in part' }],
  [{ code: '1001', mustBeReversed: true }, { '68': 'Response received too late' }],
  [
    { code: '1001' },
    {
      '03': 'Invalid merchant',
      '06': 'Error',
      '12': 'Invalid transaction',
      '13': 'Invalid amount',
      '19': 'Re-enter transaction',
      '30': 'Format error',
      '58': 'Not permitted to terminal',
      '91': 'Issuer or switch not available',
      '92': 'No route to the issuer',
      '94': 'Duplicate transmission',
      '96': 'System malfunction',
    },
  ],
  [
    { code: '1000', stopsRetries: true },
    {
      '04': 'Pick up card',
      '07': 'Pick up card, special condition',
      '14': 'Invalid card number',
      '15': 'No such issuer',
      '41': 'Lost card',
      '43': 'Stolen card',
      '46': 'Closed account',
      '54': 'Expired card',
      '57': 'Not permitted to cardholder',
      '93': 'Cannot be completed, violation of law',
      R0: 'Stop payment order',
      R1: 'Revocation of authorization',
      R3: 'Revocation of all authorizations',
    },
  ],
  [
    { code: '1000' },
    {
      '01': 'Refer to issuer',
      '02': 'Refer to issuer, special condition',
      '05': 'Do not honor',
      '1A': 'Authentication of the customer needed',
      '55': 'Wrong PIN',
      '59': 'Suspected fraud',
      '61': 'Exceeds amount limit',
      '62': 'Restricted card',
      '63': 'Security violation',
      '65': 'Exceeds count limit, or authentication needed',
      '70': 'PIN data required',
      '75': 'PIN tries exceeded',
      '78': 'No account, or blocked',
      '82': 'Negative security code result',
      N7: 'Security code mismatch',
    },
  ],
]

const MEANINGS = new Map(
  GROUPS.flatMap(([meaning, texts]) =>
    Object.entries(texts).map(([raw, text]) => [raw, { ...meaning, text }] as const),
  ),
)

/** Any other code is a plain refusal. */
export function meaningOf(code: string): Meaning {
  return MEANINGS.get(code) ?? { code: '1000', text: 'Declined' }
}
