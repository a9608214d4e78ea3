import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** Claims about the next user who signs in. */
export interface Subject {
  readonly sub: string
  readonly [claim: string]: unknown
}

/** An OpenID Connect provider as companies have them, with one person in front of it who always agrees. */
export interface OpenIdProvider {
  readonly url: string
  /** Everything the last request for a code asked. */
  readonly asked: URLSearchParams
  signInAs(subject: Subject): void
  /** A JWT under its key, from this moment on; a claim that is undefined is left out. */
  sign(claims: Record<string, unknown>, typ?: string): Promise<string>
  close(): Promise<void>
}

/** Serves the paths of a realm of Keycloak's. */
export async function openIdProvider(clientId: string, clientSecret: string): Promise<OpenIdProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
  let subject: Subject = { sub: 'nobody' }
  let asked = new URLSearchParams()
  const server = createServer(async (request, response) => {
    const url = new URL(request.url!, address())
    const json = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname.endsWith('/.well-known/openid-configuration')) return json(discovery())
    if (url.pathname.endsWith('/certs')) return json({ keys: [key] })
    if (url.pathname.endsWith('/auth')) {
      asked = url.searchParams
      const back = new URL(asked.get('redirect_uri')!)
      back.search = String(new URLSearchParams({ code: 'c1', state: asked.get('state')!, session_state: 's1' }))
      return response.writeHead(302, { location: back.href }).end()
    }
    const form = new URLSearchParams(await textOf(request))
    if (!isRight(form)) return json({ error: 'invalid_grant' }, 400)
    json({ access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token: await idToken() })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = () => `${address()}/realms/uat`
  const discovery = () => {
    const base = `${issuer()}/protocol/openid-connect`
    const endpoints = {
      authorization_endpoint: `${base}/auth`,
      token_endpoint: `${base}/token`,
      jwks_uri: `${base}/certs`,
      end_session_endpoint: `${base}/logout`,
    }
    return { issuer: issuer(), ...endpoints, token_endpoint_auth_methods_supported: ['client_secret_post'] }
  }
  const isRight = (form: URLSearchParams) => {
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    return challenge === asked.get('code_challenge') && form.get('client_secret') === clientSecret
  }
  const sign = (claims: Record<string, unknown>, typ?: string) => {
    const now = Math.floor(Date.now() / 1000)
    const standard = { iss: issuer(), aud: clientId, iat: now, exp: now + 60 }
    return new SignJWT({ ...standard, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k', ...(typ && { typ }) })
      .sign(privateKey)
  }
  const idToken = () => sign({ nonce: asked.get('nonce'), auth_time: Math.floor(Date.now() / 1000), ...subject })
  return {
    url: address(),
    get asked() {
      return asked
    },
    sign,
    signInAs(next) {
      subject = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
