import type { Message } from '#providers/iso8583/codec/message.ts'

/** Data elements that a request must have, by its type without the digit of repeats; ISO 8583:1987, as hosts ask for it. */
const PAYMENT = [2, 3, 4, 7, 11, 12, 13, 14, 18, 22, 25, 32, 37, 41, 42, 43, 49]
const REQUIRED: Readonly<Record<string, readonly number[]>> = {
  '010': PAYMENT,
  '020': PAYMENT,
  '022': [...PAYMENT.filter((number) => number !== 22), 38, 90],
  '040': [...PAYMENT, 90],
  '042': [...PAYMENT, 90],
  '080': [7, 11, 70],
}

/** Formats of elements, beyond those in its table. */
const FORMS: Readonly<Record<number, RegExp>> = {
  3: /^(?:00|20)0000$/,
  4: /^\d*[1-9]\d*$/,
  7: /^(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/,
  12: /^(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/,
  13: /^(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
  14: /^\d\d(?:0[1-9]|1[0-2])$/,
  22: /^(?:81|10)\d$/,
  43: / [A-Z]{2}$/,
  90: /^0[12]\d0\d{6}\d{10}\d{22}$/,
}

/** Returns the numbers of a request's invalid elements. */
export function requestProblems({ type, fields }: Message): string[] {
  const required = REQUIRED[type.slice(0, 3)]
  if (!required) return [`${type} is nothing that this host takes`]
  const missing = required.filter((number) => fields[number] === undefined).map((number) => `${number} is missing`)
  const wrong = Object.entries(fields).filter(([number, text]) => FORMS[Number(number)]?.test(text) === false)
  return [...missing, ...wrong.map(([number]) => `${number} has another form`)].map((what) => `${type}: ${what}`)
}
