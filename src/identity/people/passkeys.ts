import { isIP } from 'node:net'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Sql } from '#store/connection/database.ts'
import { findPasskey, insertPasskey, listPasskeys, usePasskey } from '#store/people/passkeys.ts'
import { gatewayOrigins } from '../gateway-origins.ts'

/** Browsers give passkeys to names, not to addresses (W3C Web Authentication, section 5.1.2). */
export function supportsPasskeys(baseUrl: string): boolean {
  return isIP(new URL(baseUrl).hostname.replaceAll(/[[\]]/g, '')) === 0
}

export function passkeyOrigin(baseUrl: string): string | undefined {
  return gatewayOrigins(baseUrl).find(supportsPasskeys)
}

const hostOf = (baseUrl: string) => new URL(baseUrl).hostname

/** Options for the browser as JSON, and their challenge. */
export async function authenticationOptions(baseUrl: string): Promise<{ options: string; challenge: string }> {
  const options = await generateAuthenticationOptions({ rpID: hostOf(baseUrl), userVerification: 'required' })
  return { options: JSON.stringify(options), challenge: options.challenge }
}

/** Finds the person of a passkey; undefined for an invalid answer. Its PIN or fingerprint makes it two factors. */
export async function verifyPasskey(
  sql: Sql,
  baseUrl: string,
  challenge: string,
  answer: string,
): Promise<string | undefined> {
  try {
    const response = JSON.parse(answer) as AuthenticationResponseJSON
    const passkey = await findPasskey(sql, String(response.id))
    if (!passkey) return undefined
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: new URL(baseUrl).origin,
      expectedRPID: hostOf(baseUrl),
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    })
    const isFresh = verified && (await usePasskey(sql, passkey.credentialId, BigInt(authenticationInfo.newCounter)))
    return isFresh ? passkey.personId : undefined
  } catch {
    return undefined
  }
}

export async function registrationOptions(
  sql: Sql,
  baseUrl: string,
  person: { readonly personId: string; readonly email: string; readonly name: string },
): Promise<{ options: string; challenge: string }> {
  const known = await listPasskeys(sql, person.personId)
  const options = await generateRegistrationOptions({
    rpName: 'Tollgate',
    rpID: hostOf(baseUrl),
    userID: new Uint8Array(Buffer.from(person.personId)),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options: JSON.stringify(options), challenge: options.challenge }
}

/** @returns true if the browser's answer is valid and the passkey stored */
export async function addPasskey(
  sql: Sql,
  baseUrl: string,
  { personId, name, challenge, answer }: Record<'personId' | 'name' | 'challenge' | 'answer', string>,
): Promise<boolean> {
  try {
    const response = JSON.parse(answer) as RegistrationResponseJSON
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: new URL(baseUrl).origin,
      expectedRPID: hostOf(baseUrl),
      requireUserVerification: true,
    })
    if (!registrationInfo) return false
    const { id, publicKey, counter } = registrationInfo.credential
    const transports = response.response.transports ?? []
    return insertPasskey(sql, {
      credentialId: id,
      personId,
      name,
      publicKey: Buffer.from(publicKey),
      counter: BigInt(counter),
      transports: transports.map(String),
    })
  } catch {
    return false
  }
}
