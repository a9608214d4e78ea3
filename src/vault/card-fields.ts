import type { Brand } from '#domain/card.ts'
import { badFieldsOf, type CardField, type CardText, isCvv } from '#domain/card-rules.ts'
import { type Problem, RequestError } from '#domain/problem.ts'
import type { DecryptBlock } from './private-keys.ts'
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
const BAD_CRYPTOGRAM = problem('cryptogram', `Send the cryptogram as the wallet gave it, ${HOW}`)

/** Reads one encrypted field; empty where no key opens it. */
type Read = (field: string) => Promise<string>

/**
 * Reads the four fields in parallel and checks them together (docs/reference/requests.md#encrypted-fields).
 * @throws RequestError `invalid` naming every field that failed
 */
export async function readCard(
  decryptBlock: DecryptBlock,
  keys: readonly EncryptionKey[],
  fields: EncryptedCard,
  today: Date,
): Promise<CardText> {
  const read = readerFor(decryptBlock, keys)
  const [number, cvv, expirationMonth, expirationYear] = await Promise.all([
    read(fields.encryptedCardNumber),
    read(fields.encryptedCvv),
    read(fields.encryptedExpirationMonth),
    read(fields.encryptedExpirationYear),
  ])
  const card = { number, cvv, expirationMonth, expirationYear }
  refuse(badFieldsOf(card, today).map((field) => PROBLEMS[field]))
  return card
}

/**
 * Reads a network token: number, expiry and, where there is one, the cryptogram.
 * @throws RequestError `invalid` naming every field that failed
 */
export async function readNetworkToken(
  decryptBlock: DecryptBlock,
  keys: readonly EncryptionKey[],
  fields: EncryptedNetworkToken,
  today: Date,
): Promise<CardText & { readonly cryptogram: string | null }> {
  const read = readerFor(decryptBlock, keys)
  const [number, expirationMonth, expirationYear, cryptogram] = await Promise.all([
    read(fields.encryptedTokenNumber),
    read(fields.encryptedExpirationMonth),
    read(fields.encryptedExpirationYear),
    fields.encryptedCryptogram === null ? null : read(fields.encryptedCryptogram),
  ])
  const card = { number, cvv: null, expirationMonth, expirationYear }
  const problems = badFieldsOf(card, today).map((field) => TOKEN_PROBLEMS[field])
  refuse(cryptogram !== null && !CRYPTOGRAM.test(cryptogram) ? [...problems, BAD_CRYPTOGRAM] : problems)
  return { ...card, cryptogram }
}

/**
 * Reads a security code that comes alone.
 * @param brand of the card it belongs to, undefined where that is not known
 * @throws RequestError `invalid`
 */
export async function readCvv(
  decryptBlock: DecryptBlock,
  keys: readonly EncryptionKey[],
  field: string,
  brand: Brand | null | undefined,
): Promise<string> {
  const cvv = await readerFor(decryptBlock, keys)(field)
  refuse(isCvv(cvv, brand) ? [] : [PROBLEMS.cvv])
  return cvv
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new RequestError('invalid', problems)
}

/** The clear text of a field under the first key that opens it. */
function readerFor(decryptBlock: DecryptBlock, keys: readonly EncryptionKey[]): Read {
  return async (field) => {
    const block = blockOf(field)
    if (!block) return ''
    for (const key of keys) {
      const text = await decryptBlock(key, block)
      if (text !== '') return text
    }
    return ''
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
