import type { Brand } from '#domain/card.ts'
import { type CardField, type CardText, invalidCardFields, isCvv } from '#domain/card-rules.ts'
import { type Problem, RequestError } from '#domain/problem.ts'
import type { DecryptBlocks } from './private-keys.ts'
import type { EncryptedCard, EncryptedNetworkToken, EncryptionKey } from './vault.ts'

/** Bytes of an RSA 2048 block. */
const BLOCK_BYTES = 256

const HOW = 'encrypted by RSA-OAEP with SHA-256 (for MGF1 too) under your public key, in Base64.'

/** One text for each field, whether it did not decrypt or does not hold: the difference would help a card tester. */
const PROBLEMS: Record<CardField, Problem> = {
  number: problem('card_number', `Send a valid card number, as long as its brand has them, ${HOW}`),
  cvv: problem('cvv', `Send the security code of three digits (four for American Express), ${HOW}`),
  expirationMonth: problem('expiration_month', `Send a month from 1 to 12 that is not over, ${HOW}`),
  expirationYear: problem('expiration_year', `Send a year of four digits, not past nor over 20 years ahead, ${HOW}`),
}

const TOKEN_PROBLEMS: Record<CardField, Problem> = {
  ...PROBLEMS,
  number: problem('token_number', `Send a valid token number, as long as its brand has them, ${HOW}`),
}

const CRYPTOGRAM = /^[\x21-\x7e]{1,64}$/
const BAD_CRYPTOGRAM = problem('cryptogram', `Send the cryptogram as received from the wallet, ${HOW}`)

/** Reads encrypted fields; empty those that no key opens. */
type Read = <Fields extends readonly string[]>(
  ...fields: Fields
) => Promise<{ readonly [Field in keyof Fields]: string }>

/**
 * Reads the four fields and checks them together (docs/reference/requests.md#encrypted-fields).
 * @throws RequestError `invalid` naming every field that failed
 */
export async function readCard(
  decryptBlocks: DecryptBlocks,
  keys: readonly EncryptionKey[],
  fields: EncryptedCard,
  today: Date,
): Promise<CardText> {
  const read = readerFor(decryptBlocks, keys)
  const [number, cvv, expirationMonth, expirationYear] = await read(
    fields.encryptedCardNumber,
    fields.encryptedCvv,
    fields.encryptedExpirationMonth,
    fields.encryptedExpirationYear,
  )
  const card = { number, cvv, expirationMonth, expirationYear }
  refuse(invalidCardFields(card, today).map((field) => PROBLEMS[field]))
  return card
}

/**
 * Reads a network token: number, expiry and, where there is one, the cryptogram.
 * @throws RequestError `invalid` naming every field that failed
 */
export async function readNetworkToken(
  decryptBlocks: DecryptBlocks,
  keys: readonly EncryptionKey[],
  fields: EncryptedNetworkToken,
  today: Date,
): Promise<CardText & { readonly cryptogram: string | null }> {
  const read = readerFor(decryptBlocks, keys)
  const [number, expirationMonth, expirationYear, ...others] = await read(
    fields.encryptedTokenNumber,
    fields.encryptedExpirationMonth,
    fields.encryptedExpirationYear,
    ...(fields.encryptedCryptogram === null ? [] : [fields.encryptedCryptogram]),
  )
  const [cryptogram = null] = others
  const card = { number, cvv: null, expirationMonth, expirationYear }
  const problems = invalidCardFields(card, today).map((field) => TOKEN_PROBLEMS[field])
  refuse(cryptogram !== null && !CRYPTOGRAM.test(cryptogram) ? [...problems, BAD_CRYPTOGRAM] : problems)
  return { ...card, cryptogram }
}

/**
 * Reads a security code that comes alone.
 * @param brand of the card it belongs to, undefined where that is not known
 * @throws RequestError `invalid`
 */
export async function readCvv(
  decryptBlocks: DecryptBlocks,
  keys: readonly EncryptionKey[],
  field: string,
  brand: Brand | null | undefined,
): Promise<string> {
  const [cvv] = await readerFor(decryptBlocks, keys)(field)
  refuse(isCvv(cvv, brand) ? [] : [PROBLEMS.cvv])
  return cvv
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new RequestError('invalid', problems)
}

/** The clear text of each field under the first key that opens it. */
function readerFor(decryptBlocks: DecryptBlocks, keys: readonly EncryptionKey[]): Read {
  return async (...fields) => {
    const blocks = fields.map(blockOf)
    const texts = fields.map(() => '')
    for (const key of keys) {
      const closed = texts.flatMap((text, index) => (text === '' && blocks[index] ? [index] : []))
      if (closed.length === 0) break
      const opened = await decryptBlocks(
        key,
        closed.map((index) => blocks[index]!),
      )
      for (const [at, index] of closed.entries()) texts[index] = opened[at]!
    }
    return texts as unknown as { readonly [Field in keyof typeof fields]: string }
  }
}

/** Buffer decodes anything as Base64; only what it would encode the same way is accepted. */
function blockOf(field: string): Buffer<ArrayBuffer> | undefined {
  const block = Buffer.from(field, 'base64')
  return block.length === BLOCK_BYTES && block.toString('base64') === field ? block : undefined
}

function problem(field: string, message: string): Problem {
  return { property: `payment_method.data.encrypted_${field}`, message, params: [] }
}
