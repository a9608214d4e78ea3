import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { calledOrigin } from './gateway-origins.ts'
import type { Realm } from './realm.ts'
import { tokenAttempts } from './token-attempt.ts'

export interface TokenEndpointOptions {
  /** Address by which failures are counted. */
  readonly addressOf: (request: FastifyRequest) => string
}

/** Authorization and token endpoints, JWKS and discovery (docs/reference/identity.md#the-token-endpoint). */
export function mountTokenEndpoint(realm: Realm, provider: Provider): FastifyPluginAsync<TokenEndpointOptions> {
  const answer = provider.callback()
  // The request's own host and protocol cannot be trusted; those of the configuration apply.
  const outside = (called: string | undefined) => {
    const { host, protocol } = new URL(calledOrigin(realm.authUrl, called))
    return { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) }
  }
  const passOnWith =
    (addressOf: TokenEndpointOptions['addressOf']) => async (request: FastifyRequest, reply: FastifyReply) => {
      // Node keeps the first of two, and the library sees no other.
      if (new Set(request.raw.headersDistinct?.authorization).size > 1)
        return reply.code(401).send({ error: 'invalid_client', error_description: 'send one Authorization header' })
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!)
      Object.assign(request.raw.headers, outside(request.headers.host), pastedBasic(request.headers.authorization))
      await tokenAttempts.run({ address: addressOf(request) }, () => answer(request.raw, reply.raw))
    }
  return async (app, { addressOf }) => {
    const passOn = passOnWith(addressOf)
    leaveBodiesUnread(app)
    app.get(realm.authorizationPath, passOn)
    app.get(`${realm.authorizationPath}/:uid`, passOn)
    app.post(realm.tokenPath, passOn)
    app.get(realm.jwksPath, passOn)
    app.get(realm.discoveryPath, async (_request, reply) => reply.send(discoveryDocument(realm)))
  }
}

/** Basic credentials without surrounding blanks and line ends, which the library rejects. */
function pastedBasic(authorization: string | undefined) {
  const [, base64] = /^basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '') ?? []
  if (base64 === undefined) return {}
  const parts = Buffer.from(base64, 'base64').toString().split(':')
  return { authorization: `Basic ${Buffer.from(parts.map((part) => part.trim()).join(':')).toString('base64')}` }
}

/** The OAuth library parses bodies, so that duplicates and other media types get RFC 6749's answers. */
function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
}

/** RFC 8414. Ours, because the library's is outside the realm's path. */
function discoveryDocument({ authUrl, issuer, authorizationPath, tokenPath, jwksPath }: Realm) {
  return {
    issuer,
    authorization_endpoint: `${authUrl}${authorizationPath}`,
    token_endpoint: `${authUrl}${tokenPath}`,
    jwks_uri: `${authUrl}${jwksPath}`,
    grant_types_supported: ['client_credentials', 'authorization_code'],
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'merchant', 'operator'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  }
}
