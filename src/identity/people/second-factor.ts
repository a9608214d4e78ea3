import { randomBytes } from 'node:crypto'
import type { Clock } from '#domain/clock.ts'
import { typedDigits } from '#domain/plain-digits.ts'
import type { Sql } from '#store/connection/database.ts'
import {
  consumeRecoveryCode,
  consumeTotpStep,
  deleteTotp,
  findTotp,
  putUnconfirmedTotp,
  replaceRecoveryCodes,
} from '#store/people/second-factors.ts'
import { reserveFailure } from '#store/people/sign-in-failures.ts'
import type { Vault } from '#vault/vault.ts'
import { digestOf } from './digest.ts'
import { judgeSecret } from './judge-secret.ts'
import { base32, stepOfCode } from './totp.ts'

const SECRET_BYTES = 20
const CODES = 10
/** 120 bits. */
const CODE_BYTES = 15
/** Wrong codes that end a sign-in. */
const CODES_PER_ATTEMPT = 5

export interface FactorContext {
  readonly sql: Sql
  readonly vault: Pick<Vault, 'seal' | 'open'>
  readonly clock: Clock
}

export const contextOfTotp = (personId: string) => `totp_secrets/${personId}`

/** Begins the enrollment of an app. @returns the secret in Base32; undefined if the person has an app */
export async function beginTotp({ sql, vault }: FactorContext, personId: string): Promise<string | undefined> {
  const secret = randomBytes(SECRET_BYTES)
  const isNew = await putUnconfirmedTotp(sql, personId, vault.seal(secret, contextOfTotp(personId)))
  return isNew ? base32(secret) : undefined
}

/** Secret of an enrollment in progress, in Base32. */
export async function pendingTotp({ sql, vault }: FactorContext, personId: string): Promise<string | undefined> {
  const totp = await findTotp(sql, personId)
  if (!totp || totp.isConfirmed) return undefined
  return base32(vault.open(totp.sealedSecret, contextOfTotp(personId)))
}

/** Consumes a code of the app; the first confirms the enrollment. @returns true if it is valid */
export async function verifyTotp(
  { sql, vault, clock }: FactorContext,
  personId: string,
  code: string,
): Promise<boolean> {
  const totp = await findTotp(sql, personId)
  if (!totp) return false
  const secret = vault.open(totp.sealedSecret, contextOfTotp(personId))
  const step = stepOfCode(secret, typedDigits(code), clock.now())
  return step !== undefined && consumeTotpStep(sql, personId, step)
}

/** An unconfirmed app proves nothing. */
async function takeConfirmedTotp(context: FactorContext, personId: string, code: string): Promise<boolean> {
  return (await findTotp(context.sql, personId))?.isConfirmed === true && verifyTotp(context, personId, code)
}

export async function removeTotp(sql: Sql, personId: string): Promise<void> {
  await deleteTotp(sql, personId)
  await replaceRecoveryCodes(sql, personId, [])
}

/** Replaces the recovery codes by ten new ones; only digests are stored, so they are shown once. */
export async function newRecoveryCodes(sql: Sql, personId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: CODES }, () => grouped(base32(randomBytes(CODE_BYTES))))
  await replaceRecoveryCodes(sql, personId, codes.map(digestOfCode))
  return codes
}

const grouped = (text: string) => text.match(/.{4}/g)!.join('-')

const digestOfCode = (code: string) => digestOf(code.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''))

/**
 * Checks a code of the app, or a recovery code. Ten consecutive wrong ones lock for half an hour; five end a sign-in.
 * @returns `locked` if the code was not checked; `over` if the sign-in ends
 */
export async function checkSecondFactor(
  context: FactorContext,
  personId: string,
  attempt: string,
  code: string,
): Promise<'right' | 'wrong' | 'locked' | 'over'> {
  const { sql } = context
  const tried = await reserveFailure(sql, digestOf('attempt', attempt))
  if (tried > CODES_PER_ATTEMPT) return 'over'
  const { outcome } = await judgeSecret(sql, digestOf('second factor', personId), async () => {
    const isRight =
      (await takeConfirmedTotp(context, personId, code)) ||
      (await consumeRecoveryCode(sql, personId, digestOfCode(code)))
    return isRight || undefined
  })
  return outcome !== 'right' && tried >= CODES_PER_ATTEMPT ? 'over' : outcome
}
