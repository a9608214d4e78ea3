import type { Brand } from '#domain/card.ts'
import { type CardField, type CardText, invalidCardFields, isCvv } from '#domain/card-rules.ts'
import { type Problem, RequestError } from '#domain/problem.ts'
import type { DecryptBlocks } from './private-keys.ts'
import type { EncryptedCard, EncryptedNetworkToken, EncryptionKey } from './vault.ts'

const BLOCK_BYTES = 256

const HOW = 'encrypted by RSA-OAEP with SHA-256 (for MGF1 too) under your public key, in Base64.'

/** One text per field, undecryptable or invalid: the difference would help a card tester. */
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

/** Reads encrypted fields; those that no key decrypts are empty. */
type Read = <Fields extends readonly string[]>(
  ...fields: Fields
) => Promise<{ readonly [Field in keyof Fields]: string }>

/**
 * Reads and checks the four fields together (docs/reference/requests.md#encrypted-fields).
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

/** Reads a network token: number, expiry and any cryptogram. @throws RequestError `invalid` naming every field that failed */
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

/** @param brand undefined if unknown @throws RequestError `invalid` */
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

/** Decrypts each field with the first key that fits. */
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

/** Buffer accepts anything as Base64; this accepts only canonical Base64. */
function blockOf(field: string): Buffer<ArrayBuffer> | undefined {
  const block = Buffer.from(field, 'base64')
  return block.length === BLOCK_BYTES && block.toString('base64') === field ? block : undefined
}

function problem(field: string, message: string): Problem {
  return { property: `payment_method.data.encrypted_${field}`, message, params: [] }
}
