import { randomInt } from 'node:crypto'

/** A record shows a number's first six digits; these ten are common to every planted card, and show nowhere. */
const PLANTED = `45397${Array.from({ length: 5 }, () => randomInt(10)).join('')}`

/** Card numbers that begin alike, each once. */
export function plantedNumbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => withCheckDigit(`${PLANTED}${String(index).padStart(5, '0')}`))
}

/** The spellings in which a number could turn up: what follows from the ten digits alone. */
export function spellings(): Record<string, string> {
  return {
    plain: PLANTED,
    spaced: `${PLANTED.slice(0, 4)} ${PLANTED.slice(4, 8)} ${PLANTED.slice(8)}`,
    dashed: `${PLANTED.slice(0, 4)}-${PLANTED.slice(4, 8)}-${PLANTED.slice(8)}`,
    'URL-escaped': [...PLANTED].map((digit) => `%3${digit}`).join(''),
    hexadecimal: Buffer.from(PLANTED).toString('hex'),
    'UTF-16': Buffer.from(PLANTED, 'utf16le').toString('latin1'),
    ...Object.fromEntries([0, 1, 2].map((offset) => [`base64 at ${offset}`, base64At(offset)])),
  }
}

/** The Base64 characters that the digits alone decide, wherever among other bytes they begin. */
function base64At(offset: number): string {
  const text = Buffer.from('x'.repeat(offset) + PLANTED).toString('base64')
  const whole = Math.floor((offset + PLANTED.length) / 3) * 4
  return text.slice(offset === 0 ? 0 : 4, whole)
}

function withCheckDigit(digits: string): string {
  const check = [...'0123456789'].find((digit) => passesLuhn(digits + digit))
  return digits + check
}

function passesLuhn(number: string): boolean {
  const worths = [...number].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
  return worths.reduce((sum, worth) => sum + (worth > 9 ? worth - 9 : worth), 0) % 10 === 0
}
