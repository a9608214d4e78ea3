import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { problem, RequestError } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'

/** OWASP parameters of Argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Hash in the PHC string format, with its cost and salt. */
export async function hashPassword(password: Secret<string>): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, COST, HASH_BYTES)
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

/**
 * Compares a password with a hash. Without a hash it takes as long and returns false, so that timing reveals no email.
 * @throws RequestError `unavailable` if too many others are being checked
 */
export async function verifyPassword(password: Secret<string>, hash: string | null): Promise<boolean> {
  const kept = PHC.exec(hash ?? NOBODYS)!.groups as Record<'m' | 't' | 'p' | 'salt' | 'hash', string>
  const expected = Buffer.from(kept.hash, 'base64')
  const cost = { memory: Number(kept.m), passes: Number(kept.t), parallelism: Number(kept.p) }
  const actual = await derive(password, Buffer.from(kept.salt, 'base64'), cost, expected.length)
  return timingSafeEqual(actual, expected) && hash !== null
}

const PHC = /^\$argon2id\$v=19\$m=(?<m>\d+),t=(?<t>\d+),p=(?<p>\d+)\$(?<salt>[\w+/]+)\$(?<hash>[\w+/]+)$/

/** Hash of no password. */
const NOBODYS = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(randomBytes(SALT_BYTES))}$${unpadded(randomBytes(HASH_BYTES))}`

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}

function derive(password: Secret<string>, nonce: Buffer, cost: typeof COST, tagLength: number): Promise<Buffer> {
  return inHashingQueue(() => promisify(argon2)('argon2id', { message: password.reveal(), nonce, tagLength, ...cost }))
}

/** Maximum queue; its last entry waits about a second. */
const MOST_WAITING = 16

const BUSY = problem('', 'Too many sign-ins right now. Try again in a moment.')

let present = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * Computes password hashes one by one, because each keeps a core busy. While others wait, the queue rests as long as a
 * hash took: a flood of sign-ins gets half a core.
 * @throws RequestError `unavailable` if too many wait
 */
export async function inHashingQueue<T>(compute: () => Promise<T>): Promise<T> {
  if (present > MOST_WAITING) throw new RequestError('unavailable', [BUSY], 1)
  present += 1
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  last = last.then(async () => {
    const began = performance.now()
    // Its caller gets the error; the next one runs regardless.
    try {
      resolve(await compute())
    } catch (error) {
      reject(error)
    }
    present -= 1
    if (present > 0) await sleep(performance.now() - began)
  })
  return promise
}
