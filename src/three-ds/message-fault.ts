import { Secret } from '#domain/secret.ts'

/** A parsed JSON object that nobody has judged yet. */
export type Message = Readonly<Record<string, unknown>>

/** EMV 3DS errorCode of what can be wrong with a message. */
type FaultCode = '101' | '102' | '201' | '203' | '301'

/** A message that EMV 3DS would answer with `Erro`. It names the element, never a value. */
export class MessageFault extends Error {
  override name = 'MessageFault'
  readonly errorCode: FaultCode
  readonly element: string

  constructor(errorCode: FaultCode, element: string) {
    super(`EMV 3DS error ${errorCode} in ${element}.`)
    this.errorCode = errorCode
    this.element = element
  }
}

/** A text of a message that has to be there. @throws MessageFault 201, 203 */
export function requireText(message: Message, element: string, pattern: RegExp): string {
  const value = optionalText(message, element, pattern)
  if (value === undefined) throw new MessageFault('201', element)
  return value
}

/** Reads an optional text. @throws MessageFault 203 */
export function optionalText(message: Message, element: string, pattern: RegExp): string | undefined {
  const value = message[element]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !pattern.test(value)) throw new MessageFault('203', element)
  return value
}

/** A text that must not be printed. @throws MessageFault 203 */
export function optionalSecret(message: Message, element: string, pattern: RegExp): Secret<string> | undefined {
  const value = optionalText(message, element, pattern)
  return value === undefined ? undefined : new Secret(value)
}

/** Checks that an element has the required value. @throws MessageFault 201 where it is absent, else with the code given */
export function requireSame(message: Message, element: string, expected: string, otherwise: FaultCode): void {
  if (message[element] === undefined) throw new MessageFault('201', element)
  if (message[element] !== expected) throw new MessageFault(otherwise, element)
}

/** An absolute https address without user info. @throws MessageFault 201, 203 */
export function requireHttps(message: Message, element: string, longest: number): string {
  const text = requireText(message, element, /^https:\/\/\S+$/i)
  const url = text.length > longest ? null : URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') throw new MessageFault('203', element)
  return text
}
