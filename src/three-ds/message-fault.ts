import { Secret } from '#domain/secret.ts'

/** Parsed JSON object before validation. */
export type Message = Readonly<Record<string, unknown>>

/** EMV 3DS errorCode of an invalid message. */
type FaultCode = '101' | '102' | '201' | '203' | '301'

/** Invalid message, which EMV 3DS answers with `Erro`. Names the element, never a value. */
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

/** @throws MessageFault 201, 203 */
export function requireText(message: Message, element: string, pattern: RegExp): string {
  const value = optionalText(message, element, pattern)
  if (value === undefined) throw new MessageFault('201', element)
  return value
}

/** @throws MessageFault 203 */
export function optionalText(message: Message, element: string, pattern: RegExp): string | undefined {
  const value = message[element]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !pattern.test(value)) throw new MessageFault('203', element)
  return value
}

/** Reads a text that must not be printed. @throws MessageFault 203 */
export function optionalSecret(message: Message, element: string, pattern: RegExp): Secret<string> | undefined {
  const value = optionalText(message, element, pattern)
  return value === undefined ? undefined : new Secret(value)
}

/** @throws MessageFault 201 if absent, else with the given code */
export function requireSame(message: Message, element: string, expected: string, otherwise: FaultCode): void {
  if (message[element] === undefined) throw new MessageFault('201', element)
  if (message[element] !== expected) throw new MessageFault(otherwise, element)
}

/** Reads an absolute https URL without user info. @throws MessageFault 201, 203 */
export function requireHttps(message: Message, element: string, longest: number): string {
  const text = requireText(message, element, /^https:\/\/\S+$/i)
  const url = text.length > longest ? null : URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') throw new MessageFault('203', element)
  return text
}
