import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { exportJWK, type JWK, SignJWT } from 'jose'
import { serve } from './identity-app.ts'

/** The base URL of the gateway that `openGate` opens. */
export const AUDIENCE = 'http://gateway.test'

/** Claims of Keycloak's token for a client itself, with an audience and a scope for us. */
export const serviceToken = (client: unknown) => ({
  aud: [AUDIENCE, 'account'],
  sub: '2b1dc1f6-1cd5-4a4e-9d8e-f0d0a1a3b7c5',
  typ: 'Bearer',
  azp: client,
  acr: '1',
  'allowed-origins': ['/*'],
  realm_access: { roles: ['offline_access', 'default-roles-uat', 'uma_authorization'] },
  resource_access: { account: { roles: ['manage-account', 'view-profile'] } },
  scope: 'email profile merchant',
  clientHost: '127.0.0.1',
  email_verified: false,
  preferred_username: `service-account-${client}`,
  clientAddress: '127.0.0.1',
  client_id: client,
})

/** Claims that differ in the client's token after a person has signed in to it. */
export const LOGIN = {
  sid: 'bf3c',
  session_state: 'bf3c',
  auth_time: 1,
  preferred_username: 'anna',
  client_id: undefined,
}

const newRsaPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
/** Finding an RSA pair takes longer than any of these tests: every issuer begins with the first, and rotates to the second. */
const RSA_PAIRS = { first: newRsaPair(), second: newRsaPair() }

const CURVES: Record<string, string> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' }

/** A pair that can sign by this algorithm. */
function pairFor(alg: string): { publicKey: KeyObject; privateKey: KeyObject } {
  if (alg === 'EdDSA') return generateKeyPairSync('ed25519')
  const namedCurve = CURVES[alg]
  return namedCurve === undefined ? RSA_PAIRS.second : generateKeyPairSync('ec', { namedCurve })
}

/** Starts a small Keycloak that signs, publishes its keys, rotates them and may be unavailable. */
export async function startForeignIssuer() {
  const state = { keys: [] as JWK[], away: false, asked: 0 }
  let signing: { kid: string; alg: string; key: KeyObject }
  const server = await serve((request, response) => {
    state.asked += 1
    const found = request.url === '/realms/uat/protocol/openid-connect/certs' && !state.away
    response.writeHead(found ? 200 : 503, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ keys: state.keys }))
  })
  const rotate = async (alg = 'RS256', { publicKey, privateKey } = pairFor(alg)) => {
    const kid = `key${state.keys.length}`
    state.keys.push({ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' })
    signing = { kid, alg, key: privateKey }
  }
  const sign = (claims: Record<string, unknown>, header: object = {}, now = Date.now()) => {
    const iat = Math.floor(now / 1000)
    const iss = `${server.url}/realms/uat`
    const { kid, alg, key } = signing
    return new SignJWT({ iss, iat, exp: iat + 300, ...serviceToken('azp' in claims ? claims.azp : 'shop'), ...claims })
      .setProtectedHeader({ alg, typ: 'JWT', kid, ...header })
      .sign(key)
  }
  await rotate('RS256', RSA_PAIRS.first)
  return { ...server, state, rotate, sign }
}
