import { domainToASCII, domainToUnicode } from 'node:url'

// Separate file, because scripts of pages use it without domain conversion.
export { isEmail } from './email-format.ts'

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
/** The lookbehind keeps many blanks inside a text from taking quadratic time. */
const AROUND = /^[\p{White_Space}\p{Cc}]+|(?<![\p{White_Space}\p{Cc}])[\p{White_Space}\p{Cc}]+$/gu

/** Spelling by which addresses and domains are compared (docs/reference/objects.md#the-same-email). */
export function plainEmail(text: string): string {
  const address = visible(text)
  const at = address.lastIndexOf('@') + 1
  return smallLetters(address.slice(0, at)) + plainDomain(address.slice(at))
}

export function isSameEmail(one: string, other: string): boolean {
  return plainEmail(one) === plainEmail(other)
}

/** Shows a plain address with its domain in Unicode. */
export function readableEmail(plain: string): string {
  if (!plain.includes('xn--')) return plain
  const at = plain.lastIndexOf('@') + 1
  return plain.slice(0, at) + (domainToUnicode(plain.slice(at)) || plain.slice(at))
}

export function emailBeginsWith(plain: string, text: string): boolean {
  const beginning = smallLetters(visible(text))
  return plain.startsWith(beginning) || readableEmail(plain).startsWith(beginning)
}

function visible(text: string): string {
  return text.replaceAll(INVISIBLE, '').normalize('NFKC').replaceAll(AROUND, '')
}

/** Lower case by Unicode, in which a final sigma is a sigma. */
function smallLetters(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')
}

/** Excludes other ASCII signs, at which a domain would be cut off. */
const CONVERTIBLE = /^[\P{ASCII}\w.-]+$/u

function plainDomain(text: string): string {
  const isForeign = /\P{ASCII}|xn--/iu.test(text) && CONVERTIBLE.test(text)
  return ((isForeign && domainToASCII(text)) || text.toLowerCase()).replace(/\.$/, '')
}
