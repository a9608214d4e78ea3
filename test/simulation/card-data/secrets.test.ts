// @module-tag full
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PlantedCards, SECURITY_CODES } from './planted-cards.ts'
import { codesIn, PlantedSecrets, type SecretText, searchForCodes } from './secrets.ts'

// What finds nothing has to be shown to find something: secrets are written here in every spelling, with other means.

const secrets = new PlantedSecrets()
const cryptogram = randomBase64(40)
const token = randomBase64(300)
secrets.plant('cryptogram', cryptogram)
secrets.plant('wallet token', token)
const search = secrets.search()

const inHex = (character: string) => character.charCodeAt(0).toString(16)
const inFours = (text: string) => text.match(/.{1,4}/g)!

type Writer = (secret: string) => string | Buffer

const WRITERS: Readonly<Record<string, Writer>> = {
  plain: (secret) => secret,
  spaced: (secret) => inFours(secret).join(' '),
  'spaced as on an amex': (secret) => `${secret.slice(0, 4)} ${secret.slice(4, 10)} ${secret.slice(10)}`,
  dashed: (secret) => inFours(secret).join('-'),
  'URL-escaped throughout': (secret) => [...secret].map((one) => `%${inHex(one).toUpperCase()}`).join(''),
  'JSON-escaped': (secret) => [...secret].map((one) => `\\u${inHex(one).padStart(4, '0')}`).join(''),
  hexadecimal: (secret) => [...secret].map(inHex).join(''),
  'hexadecimal in capitals': (secret) => [...secret].map((one) => inHex(one).toUpperCase()).join(''),
  'UTF-16': (secret) => Buffer.from(secret, 'utf16le'),
  'base64 at 0': (secret) => btoa(secret),
  'base64 at 1': (secret) => btoa(`{${secret}`),
  'base64 at 2': (secret) => btoa(`{"${secret}`),
}

/** Only where there is something to escape. */
const WRITERS_OF_BASE64: Readonly<Record<string, Writer>> = {
  'URL-escaped': (secret) => new URLSearchParams({ secret }).toString(),
  'JSON-escaped slashes': (secret) => JSON.stringify(secret).replaceAll('/', '\\/'),
  base64url: (secret) => Buffer.from(secret, 'base64').toString('base64url'),
}

const WRITERS_OF_BYTES: Readonly<Record<string, Writer>> = {
  decoded: (secret) => Buffer.from(secret, 'base64'),
  'decoded, hexadecimal': (secret) => Buffer.from(secret, 'base64').toString('hex'),
}

/** With every character that some spelling escapes. */
function randomBase64(bytes: number): string {
  return randomBytes(bytes)
    .toString('base64')
    .replace(/(.{8}).{4}/g, '$1a+/b')
}

function hidden(written: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from('before '), Buffer.from(written as string), Buffer.from(' after')])
}

describe.each(['visa', 'mastercard', 'amex'] as const)('a planted %s number', (brand) => {
  it.each(Object.entries(WRITERS))('is found %s', (spelling, write) => {
    const { number } = new PlantedCards().next(brand)
    expect(search(hidden(write(number)))).toContain(`card number, ${spelling}`)
  })
})

const KINDS: readonly [SecretText, string, Readonly<Record<string, Writer>>][] = [
  ['cryptogram', cryptogram, { ...WRITERS, ...WRITERS_OF_BASE64, ...WRITERS_OF_BYTES }],
  ['wallet token', token, { ...WRITERS, ...WRITERS_OF_BASE64 }],
]

describe.each(KINDS)('a planted %s', (kind, secret, writers) => {
  it.each(Object.entries(writers))('is found %s', (spelling, write) => {
    expect(search(hidden(write(secret)))).toContain(`${kind}, ${spelling}`)
  })

  it('is found by any 19 characters of it', () => {
    for (let at = 0; at + 19 <= secret.length; at += 1) {
      expect(search(hidden(secret.slice(at, at + 19)))).toContain(`${kind}, plain`)
    }
  })
})

describe.each(SECURITY_CODES)('the security code %s', (code) => {
  it.each([
    `{"cvv":"${code}"}`,
    `{"text":"cvv ${code}, please"}`,
    JSON.stringify({ nested: JSON.stringify({ code }) }),
    `{"b":"${btoa(code)}"}`,
    `{"h":"${Buffer.from(code).toString('hex')}"}`,
  ])('is found in %s', (json) => {
    expect(codesIn(json)).not.toEqual([])
  })

  it.each([`{"cvv":"${code}"}`, `cvv=${code}&x`, `\u0001cvv${code}\u0002`])('is found among bytes: %j', (text) => {
    expect(searchForCodes()(hidden(text))).not.toEqual([])
  })

  it('is not taken for part of another number', () => {
    expect(codesIn(`{"at":"12:00:00.${code}Z","amount":"1${code}","id":"order-${code}","pid":${code}}`)).toEqual([])
  })
})

it('nothing is found where nothing is', () => {
  expect(search(randomBytes(1_000_000))).toEqual([])
  expect(search('4111111111111111 4539 52047 order-1')).toEqual([])
})
