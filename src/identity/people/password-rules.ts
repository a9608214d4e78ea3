import { readFileSync } from 'node:fs'
import { invalid } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import type { Sql } from '#store/connection/database.ts'
import { findEarlierPasswords } from '#store/people/people.ts'
import { verifyPassword } from './passwords.ts'

/** PCI DSS 8.3.6 requires both numbers, and a letter and a digit. */
const PASSWORD_LENGTH = { min: 12, max: 128 }

/** Common passwords of that length, from @zxcvbn-ts/language-common 4.1.3 (MIT). */
const KNOWN = new Set(
  readFileSync(new URL('known-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\s+/),
)

const PRODUCT = 'tollgate'

/** @param words that it must not be built from @throws RequestError `invalid` on `password` */
export function checkNewPassword(password: Secret<string>, words: readonly string[]): void {
  const text = password.reveal()
  const { min, max } = PASSWORD_LENGTH
  const length = [...text].length
  if (length < min || length > max) throw refused(`Use ${min} to ${max} characters.`, String(min), String(max))
  if (!/\p{L}/u.test(text) || !/\p{N}/u.test(text)) throw refused('Use at least one letter and one digit.')
  if (KNOWN.has(text.toLowerCase())) throw refused('This password is too common. Choose another.')
  if (isDerivedFrom(text, words)) throw refused('Do not use your name, email or merchant name in your password.')
}

/** True if fewer than eight characters remain without such a word. */
function isDerivedFrom(text: string, words: readonly string[]): boolean {
  const parts = [PRODUCT, ...words.flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u))]
  const rest = parts
    .filter((part) => part.length >= 4)
    .reduce((left, part) => left.replaceAll(part, ''), text.toLowerCase())
  return rest.length < 8 && rest.length < text.length
}

/** Refuses the last four passwords (PCI DSS 8.3.7). @throws RequestError `invalid` on `password` */
export async function checkNotUsedBefore(sql: Sql, personId: string, password: Secret<string>): Promise<void> {
  for (const hash of await findEarlierPasswords(sql, personId)) {
    if (await verifyPassword(password, hash)) throw refused('You have used this password before. Choose another.')
  }
}

function refused(message: string, ...params: string[]) {
  return invalid('password', message, ...params)
}
