import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { Realm } from './realm.ts'
import { tokenAttempts } from './token-attempt.ts'

/** Mounts the token endpoint, the JWKS and discovery (docs/reference/identity.md#the-token-endpoint). */
export function mountTokenEndpoint(realm: Realm, provider: Provider): FastifyPluginAsync {
  const answer = provider.callback()
  const passOn = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value!)
    await tokenAttempts.run({ address: request.ip }, () => answer(request.raw, reply.raw))
  }
  return async (app) => {
    leaveBodiesUnread(app)
    app.post(realm.tokenPath, passOn)
    app.get(realm.jwksPath, passOn)
    app.get(realm.discoveryPath, async (_request, reply) => reply.send(discoveryDocument(realm)))
  }
}

/** The OAuth library parses bodies itself, so that duplicates and foreign media types get RFC 6749's answers. */
function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
}

/** RFC 8414. Ours, not the library's, which names an authorization endpoint and trusts the Host header. */
function discoveryDocument({ authUrl, issuer, tokenPath, jwksPath }: Realm) {
  return {
    issuer,
    token_endpoint: `${authUrl}${tokenPath}`,
    jwks_uri: `${authUrl}${jwksPath}`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['merchant', 'operator'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  }
}
