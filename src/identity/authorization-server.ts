import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import Provider, { type Adapter, type Configuration, errors } from 'oidc-provider'
import type { Logger } from 'pino'
import type { Clock } from '#domain/clock.ts'
import { isUnavailableError } from '#store/connection/availability.ts'
import type { Sql } from '#store/connection/database.ts'
import { clientAdapter, compareHashedSecrets } from './client-authentication.ts'
import { gatewayOrigins } from './gateway-origins.ts'
import type { MovedMerchants } from './moved-merchants.ts'
import { NO_MEMORY, payloadAdapter } from './people/provider-payloads.ts'
import { DASHBOARD_CLIENT_ID, peopleSettings, SIGN_IN_SECONDS } from './people/provider-settings.ts'
import type { Realm } from './realm.ts'
import type { SigningKey } from './signing-key.ts'
import { secondsToNextMinute, tokenAttempts } from './token-attempt.ts'

const ACCESS_TOKEN_SECONDS = 300
const RETRY_AFTER_SECONDS = 5
/** The dashboard exchanges a code immediately. */
const CODE_SECONDS = 60

/** OAuth server: client credentials for machines (RFC 6749 section 4.4, JWTs after RFC 9068), OpenID Connect for people. */
export function createAuthorizationServer(
  realm: Realm,
  key: SigningKey,
  options: { readonly sql: Sql; readonly clock: Clock; readonly log: Logger; readonly moves: MovedMerchants },
): Provider {
  const { sql, clock, log, moves } = options
  const provider = new Provider(realm.issuer, configure(realm, key, sql, moves))
  compareHashedSecrets(provider, sql)
  // Makes addresses and cookies for the external URL, which the token endpoint sets.
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
    // A client that disconnects during its request is not our failure.
    if (context?.req.complete === false) log.info('token request aborted')
    else logFailure(error)
  })
}

/** Defaults would serve more endpoints, or warn at start, so everything is set here. */
function configure(realm: Realm, key: SigningKey, sql: Sql, moves: MovedMerchants): Configuration {
  return {
    ...peopleSettings(realm, key),
    adapter: adapterOf(realm, sql, moves),
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
        // A person's code yields an ID token; its access token gives no access.
        defaultResource: (_context, client) =>
          (client.clientId === DASHBOARD_CLIENT_ID ? undefined : realm.audience) as string,
        getResourceServerInfo: (context, resource, client) => describeApi(realm, context, resource, client.scope),
      },
    },
    // A narrow client's token names no merchant, so every process looks it up.
    extraTokenClaims: () => {
      const client = tokenAttempts.getStore()?.client
      if (!client?.limits) return { merchant_id: client?.merchantId ?? undefined }
      return { limited: true, disabled_at: client.disabledAt?.getTime() }
    },
    renderError: (context, body) => {
      // A sign-in that timed out, or that another browser began, starts again.
      if (context.oidc.route === 'resume') return context.redirect('/dashboard/sign-in')
      context.type = 'json'
      context.body = body
    },
  }
}

/** Looks clients up, stores sign-ins in progress, and keeps no signed-in users. */
function adapterOf(realm: Realm, sql: Sql, moves: MovedMerchants): (model: string) => Adapter {
  const clients = clientAdapter(sql, realm.audience, moves)
  return (model) => {
    if (model === 'Client') return clients
    return model === 'Session' ? NO_MEMORY : payloadAdapter(sql, model)
  }
}

/** The only API of tokens. A request without a scope gets all scopes of its client. */
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

/** Requirements of RFC 6749 and RFC 6585 that the library does not meet. */
async function finishAnswer(context: Context, next: () => Promise<void>, clock: Clock): Promise<void> {
  await next()
  // The library sends a page without a policy with a redirect; browsers never show it.
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

/** RFC 6749 section 5.2: an authenticated client with a forbidden grant is an `unauthorized_client`. */
function mayNotAskSo({ body, oidc: { client, params } }: Context): boolean {
  const isInvalid = (body as { error?: string } | undefined)?.error === 'invalid_request'
  const grantType = params?.grant_type
  return isInvalid && client !== undefined && typeof grantType === 'string' && !client.grantTypeAllowed(grantType)
}

/** Answers 503 while the database is unavailable, so that clients retry, which 500 does not suggest. */
async function answerUnavailable(context: Context, next: () => Promise<void>): Promise<void> {
  await next()
  if (context.status === 503) context.set('Retry-After', '1')
  if (context.status !== 500 || !isUnavailableError(tokenAttempts.getStore()?.fault)) return
  context.status = 503
  context.set('Retry-After', String(RETRY_AFTER_SECONDS))
  context.body = { error: 'temporarily_unavailable', error_description: 'we cannot serve just now; try again' }
}

/** RFC 6749 section 5.2: "no client authentication included" is `invalid_client`. */
function presentsNoClient({ headers, oidc }: Context): boolean {
  return oidc.body !== undefined && oidc.body.client_id === undefined && headers.authorization === undefined
}
