import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import Provider, { type Adapter, type Configuration, errors } from 'oidc-provider'
import type { Logger } from 'pino'
import type { Clock } from '#domain/clock.ts'
import { isUnavailableError } from '#store/connection/availability.ts'
import type { Sql } from '#store/connection/database.ts'
import { clientAdapter, compareHashedSecrets } from './client-authentication.ts'
import { gatewayOrigins } from './gateway-origins.ts'
import { NO_MEMORY, payloadAdapter } from './people/provider-payloads.ts'
import { DASHBOARD_CLIENT_ID, peopleSettings, SIGN_IN_SECONDS } from './people/provider-settings.ts'
import type { Realm } from './realm.ts'
import type { SigningKey } from './signing-key.ts'
import { secondsToNextMinute, tokenAttempts } from './token-attempt.ts'

const ACCESS_TOKEN_SECONDS = 300
const RETRY_AFTER_SECONDS = 5
/** The dashboard exchanges a code at once. */
const CODE_SECONDS = 60

/**
 * The OAuth server, cut down to two grants: client credentials for machines (RFC 6749 section 4.4, JWT access tokens
 * after RFC 9068), for which it stores nothing and looks up nothing but the client; and codes for people who sign in to
 * the dashboard (OpenID Connect).
 */
export function createAuthorizationServer(
  realm: Realm,
  key: SigningKey,
  { sql, clock, log }: { readonly sql: Sql; readonly clock: Clock; readonly log: Logger },
): Provider {
  const provider = new Provider(realm.issuer, configure(realm, key, sql))
  compareHashedSecrets(provider, sql)
  // Addresses and cookies are made for what the outside sees; the token endpoint says what that is.
  provider.proxy = true
  provider.use((context, next) => finishAnswer(context as unknown as Context, next, clock))
  provider.use((context, next) => answerUnavailable(context as unknown as Context, next))
  logFailures(provider, log)
  return provider
}

/** `server_error` comes from the library's endpoints, `error` from the HTTP layer under it. */
function logFailures(provider: EventEmitter, log: Logger): void {
  const logFailure = (error: unknown) =>
    log.error({ err: error }, isUnavailableError(error) ? 'database unavailable' : 'token endpoint failed')
  provider.on('server_error', (_context, error) => {
    Object.assign(tokenAttempts.getStore() ?? {}, { fault: error })
    logFailure(error)
  })
  provider.on('error', (error, context?: { readonly req: IncomingMessage }) => {
    // A client that goes away in the middle of its request is no failure of ours.
    if (context?.req.complete === false) log.info('token request aborted')
    else logFailure(error)
  })
}

/** Defaults would serve more endpoints, or warn at start, so everything is set here. */
function configure(realm: Realm, key: SigningKey, sql: Sql): Configuration {
  return {
    ...peopleSettings(realm, key),
    adapter: adapterOf(realm, sql),
    jwks: { keys: [key.privateJwk.reveal()] } as Configuration['jwks'],
    routes: { authorization: realm.authorizationPath, token: realm.tokenPath, jwks: realm.jwksPath },
    scopes: ['openid', 'merchant', 'operator'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    // Only pages of the API reference may request tokens.
    clientBasedCORS: (_context, origin) => gatewayOrigins(realm.authUrl).includes(origin),
    ttl: {
      ClientCredentials: ACCESS_TOKEN_SECONDS,
      AccessToken: CODE_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      IdToken: CODE_SECONDS,
      Interaction: SIGN_IN_SECONDS,
      Session: SIGN_IN_SECONDS,
      Grant: SIGN_IN_SECONDS,
    },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: {
        enabled: true,
        // A person's code buys an ID token; the token that comes with it opens nothing.
        defaultResource: (_context, client) =>
          (client.clientId === DASHBOARD_CLIENT_ID ? undefined : realm.audience) as string,
        getResourceServerInfo: (context, resource, client) => describeApi(realm, context, resource, client.scope),
      },
    },
    // A narrow client's token names no merchant, so no process accepts it without a look-up.
    extraTokenClaims: () => {
      const client = tokenAttempts.getStore()?.client
      if (!client?.limits) return { merchant_id: client?.merchantId ?? undefined }
      return { limited: true, disabled_at: client.disabledAt?.getTime() }
    },
    renderError: (context, body) => {
      // A sign-in that took too long, or that another browser began, starts again.
      if (context.oidc.route === 'resume') return context.redirect('/dashboard/sign-in')
      context.type = 'json'
      context.body = body
    },
  }
}

/** Clients are looked up, sign-ins in progress are kept, and who signed in is forgotten. */
function adapterOf(realm: Realm, sql: Sql): (model: string) => Adapter {
  const clients = clientAdapter(sql, realm.audience)
  return (model) => {
    if (model === 'Client') return clients
    return model === 'Session' ? NO_MEMORY : payloadAdapter(sql, model)
  }
}

/** The one API tokens are for. A request that names no scope gets all its client has. */
function describeApi(realm: Realm, context: Context, resource: string, clientScope = '') {
  if (resource !== realm.audience) throw new errors.InvalidTarget()
  const params = context.oidc.params as { scope?: string }
  params.scope ??= clientScope
  const unknown = params.scope.split(' ').find((scope) => !clientScope.split(' ').includes(scope))
  if (unknown !== undefined) throw new errors.InvalidScope('requested scope is not allowed', unknown)
  return {
    scope: clientScope,
    audience: realm.audience,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg: 'RS256' } },
  } as const
}

type Context = Parameters<NonNullable<Configuration['renderError']>>[0]

/** What RFC 6749 and RFC 6585 ask of an answer beyond the library's own. */
async function finishAnswer(context: Context, next: () => Promise<void>, clock: Clock): Promise<void> {
  await next()
  // The library writes a page without a policy under a redirect; nobody sees it.
  if (context.status === 302 || context.status === 303) {
    context.body = ''
    context.type = 'text/plain'
  }
  if (context.status === 429) context.set('Retry-After', String(secondsToNextMinute(clock.now())))
  if (context.status === 400 && presentsNoClient(context)) {
    context.status = 401
    context.body = { error: 'invalid_client', error_description: 'client authentication failed' }
  }
  if (context.status === 400 && mayNotAskSo(context)) {
    context.body = { error: 'unauthorized_client', error_description: 'this client may not use this grant type' }
  }
}

/** RFC 6749 section 5.2: an authenticated client that uses a grant it may not use is an `unauthorized_client`. */
function mayNotAskSo({ body, oidc: { client, params } }: Context): boolean {
  const isInvalid = (body as { error?: string } | undefined)?.error === 'invalid_request'
  const grantType = params?.grant_type
  return isInvalid && client !== undefined && typeof grantType === 'string' && !client.grantTypeAllowed(grantType)
}

/** Answers 503 while the database is unavailable, so that clients retry, which 500 does not suggest. */
async function answerUnavailable(context: Context, next: () => Promise<void>): Promise<void> {
  await next()
  if (context.status !== 500 || !isUnavailableError(tokenAttempts.getStore()?.fault)) return
  context.status = 503
  context.set('Retry-After', String(RETRY_AFTER_SECONDS))
  context.body = { error: 'temporarily_unavailable', error_description: 'we cannot serve just now; try again' }
}

/** RFC 6749 section 5.2: "no client authentication included" is `invalid_client`. */
function presentsNoClient({ headers, oidc }: Context): boolean {
  return oidc.body !== undefined && oidc.body.client_id === undefined && headers.authorization === undefined
}
