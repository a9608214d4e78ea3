import { NUMBER_CORES, SECURITY_CODES } from './planted-cards.ts'
import { type Needle, searchFor } from './search.ts'
import { decodedSpellingsOf, spellingsOf } from './spellings.ts'

export type SecretText = 'cryptogram' | 'wallet token'

const PIECE = 16
/** Base64 can be read from every fourth character on. */
const STEP = 4

/** Everything that was planted, to be looked for. */
export class PlantedSecrets {
  readonly #needles: Needle[] = NUMBER_CORES.flatMap((core) => needlesOf('card number', spellingsOf(core)))

  /** A cryptogram, or a part of a wallet's token, in Base64: sixteen characters of it in a row betray it. */
  plant(kind: SecretText, secret: string): void {
    for (let at = 0; at + PIECE <= secret.length; at += STEP) {
      const piece = secret.slice(at, at + PIECE)
      this.#needles.push(...needlesOf(kind, spellingsOf(piece)))
      // A token encodes JSON, much of which is the same in every token; its distinctive parts are planted separately.
      if (kind === 'cryptogram') this.#needles.push(...needlesOf(kind, decodedSpellingsOf(piece)))
    }
  }

  /** A wallet's token as the shop gets it, and each of the parts that only it has. */
  plantToken(token: string): void {
    this.plant('wallet token', token)
    const { signature, signedMessage } = JSON.parse(Buffer.from(token, 'base64').toString())
    const { encryptedMessage, ephemeralPublicKey, tag } = JSON.parse(signedMessage)
    for (const part of [signature, encryptedMessage, ephemeralPublicKey, tag]) this.plant('wallet token', part)
  }

  /** @returns a function that names what of it is somewhere, such as `card number, base64 at 1` */
  search(): (hay: Buffer | string) => string[] {
    const search = searchFor(this.#needles)
    return (hay) => search(typeof hay === 'string' ? Buffer.from(hay) : hay)
  }
}

/** Spellings that change nothing are left out. */
function needlesOf(kind: string, spellings: Readonly<Record<string, string>>): Needle[] {
  return Object.entries(spellings)
    .filter(([spelling, text]) => spelling === 'plain' || text !== spellings.plain)
    .map(([spelling, text]) => ({ name: `${kind}, ${spelling}`, bytes: Buffer.from(text, 'latin1') }))
}

/** A code has too few digits to be looked for among others: it has to stand alone. */
const ALONE = new RegExp(`(?<![\\w.-])(?:${SECURITY_CODES.flatMap(spellingsOfCode).join('|')})(?![\\w.-])`)

/** The strings of JSON texts in which a security code stands alone. */
export function codesIn(json: string): string[] {
  const strings = [...json.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!)
  return strings.filter((text) => ALONE.test(text))
}

/** @returns a function that finds security codes among bytes, where they stand in quotes or after their name */
export function searchForCodes(): (hay: Buffer) => string[] {
  const needles = SECURITY_CODES.flatMap((code) => [`"${code}"`, `cvv${code}`, `cvv=${code}`, `cvv":${code}`])
  return searchFor(needles.map((text) => ({ name: `security code as ${text}`, bytes: Buffer.from(text) })))
}

function spellingsOfCode(code: string): string[] {
  const bytes = Buffer.from(code)
  return [code, bytes.toString('hex'), bytes.toString('base64').replaceAll('=', '')]
}
