import type { Secret } from '#domain/secret.ts'
import type { Sql } from '#store/connection/database.ts'
import { isKnownBrowser, upsertKnownBrowser } from '#store/people/known-browsers.ts'
import { findPerson, findPersonByEmail, type Person } from '#store/people/people.ts'
import { type Factors, findFactors } from '#store/people/second-factors.ts'
import { digestOf, newToken } from './digest.ts'
import { type Judged, judgeSecret } from './judge-secret.ts'
import { verifyPassword } from './passwords.ts'

export function normalizedEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Entered credentials, and the cookie of a browser that has signed in before. */
interface Credentials {
  readonly email: string
  readonly password: Secret<string>
  readonly browser: string | undefined
}

/**
 * An unknown email, a wrong password and a disabled person take equal work and get an equal answer. Ten consecutive
 * failures lock an email for half an hour; known browsers have a separate counter, so that attackers cannot lock a user
 * out.
 * @throws RequestError `unavailable` if too many others are being checked
 */
export async function checkPassword(sql: Sql, { email, password, browser }: Credentials): Promise<Judged<Person>> {
  const address = normalizedEmail(email)
  return judgeSecret(sql, await counterOf(sql, address, browser), async () => {
    const person = await findPersonByEmail(sql, address)
    const isRight = await verifyPassword(password, person?.passwordHash ?? null)
    return isRight && person?.status === 'ACTIVE' ? person : undefined
  })
}

export async function isActivePerson(sql: Sql, personId: string): Promise<boolean> {
  return (await findPerson(sql, personId))?.status === 'ACTIVE'
}

export function factorsOf(sql: Sql, personId: string): Promise<Factors> {
  return findFactors(sql, personId)
}

async function counterOf(sql: Sql, email: string, browser: string | undefined): Promise<Buffer> {
  const isKnown = browser !== undefined && (await isKnownBrowser(sql, digestOf(browser), email))
  return digestOf('password', email, isKnown ? browser : '')
}

/** Records that a person signed in from this browser. @returns the value of its cookie */
export async function recordKnownBrowser(sql: Sql, personId: string, browser: string | undefined): Promise<string> {
  const token = browser ?? newToken()
  await upsertKnownBrowser(sql, digestOf(token), personId)
  return token
}
