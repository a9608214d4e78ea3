import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '#domain/clock.ts'
import type { Secret } from '#domain/secret.ts'
import type { Sql } from '#store/connection/database.ts'
import type { Vault } from '#vault/vault.ts'
import { createAuthorizationServer } from './authorization-server.ts'
import { RefusedToken, readBearerToken } from './bearer-token.ts'
import { createBuiltInIssuer } from './built-in-issuer.ts'
import type { Caller } from './caller.ts'
import { createExternalIssuer } from './external-issuer.ts'
import { createForeignKeys } from './external-keys.ts'
import type { MovedMerchants } from './moved-merchants.ts'
import { type BackChannelLogout, createBackChannelLogout } from './people/back-channel-logout.ts'
import { inProcessFetch } from './people/in-process-fetch.ts'
import { type Interactions, interactionsOf } from './people/interactions.ts'
import { builtInAccess, createRealmClient, foreignAccess, type RealmClient } from './people/realm-client.ts'
import { type Realm, realmAt } from './realm.ts'
import { loadSigningKey } from './signing-key.ts'
import { mountTokenEndpoint, type TokenEndpointOptions } from './token-endpoint.ts'
import type { TokenIssuer } from './token-issuer.ts'
import { VerifiedTokens } from './verified-tokens.ts'

export interface IdentityOptions {
  readonly sql: Sql
  readonly vault: Pick<Vault, 'seal' | 'open'>
  /** Both without a trailing slash. */
  readonly baseUrl: string
  readonly authUrl: string
  /** `aud` of external tokens; ours are always for `baseUrl`. */
  readonly authAudience: string
  readonly realm: string
  /** True if this gateway issues its own tokens; false if `AUTH_URL` names another issuer. */
  readonly builtIn: boolean
  readonly dashboard: boolean
  /** Dashboard client at an external provider; without it, no one can sign in. */
  readonly dashboardClientId?: string | undefined
  readonly dashboardClientSecret?: Secret<string> | undefined
  readonly operatorClientIds: readonly string[]
  readonly log: Logger
  readonly clock: Clock
  readonly moves: MovedMerchants
}

export interface SignInService {
  readonly client: RealmClient
  /** Sign-ins at the built-in provider, on our pages; null with an external provider. */
  readonly interactions: Interactions | null
  /** Receives back-channel logouts; null for the built-in provider, which stores no sign-ins. */
  readonly backChannel: BackChannelLogout | null
}

/** The only room that authenticates callers. */
export interface Identity {
  /** Token endpoint, discovery and JWKS; empty with an external provider. */
  readonly plugin: FastifyPluginAsync<TokenEndpointOptions>
  /** Dashboard sign-in; null if disabled. */
  readonly signIn: SignInService | null
  /**
   * @param authorization every `Authorization` header received (`request.raw.headersDistinct.authorization`)
   * @param address the caller's; empty if unknown @throws RequestError `unauthenticated`, `forbidden`, `unavailable`
   */
  verify(authorization: string | readonly string[] | undefined, address?: string): Promise<Caller>
}

/** Loads or creates the signing key, or uses the external provider (docs/reference/identity.md). */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { authUrl, builtIn, baseUrl, authAudience } = options
  const realm = realmAt(authUrl, options.realm, builtIn ? baseUrl : authAudience)
  const { issuer, plugin, signIn } = builtIn ? await openBuiltIn(realm, options) : openForeign(realm, options)
  const verified = new VerifiedTokens(options.clock)
  const verify: Identity['verify'] = async (authorization, address = '') => {
    try {
      const token = readBearerToken(authorization)
      return await issuer.callerOf(await verified.claimsOf(token, issuer.check), address)
    } catch (error) {
      if (error instanceof RefusedToken) logRefusal(options.log, error)
      throw error
    }
  }
  return { plugin, verify, signIn: options.dashboard ? signIn : null }
}

/** Maximum text of a token in the log. */
const MAX_LOGGED = 200

/** The caller learns only that the token is rejected; the operator of the identity provider needs the reason. */
function logRefusal(log: Logger, { fault, found }: RefusedToken): void {
  const told = found === undefined ? {} : { found: JSON.stringify(found).slice(0, MAX_LOGGED) }
  log.info({ fault, ...told }, 'access token rejected')
}

interface Issuance {
  readonly issuer: TokenIssuer
  readonly plugin: FastifyPluginAsync<TokenEndpointOptions>
  readonly signIn: SignInService | null
}

async function openBuiltIn(realm: Realm, options: IdentityOptions): Promise<Issuance> {
  const key = await loadSigningKey(options.sql, options.vault)
  const server = createAuthorizationServer(realm, key, options)
  const mount = mountTokenEndpoint(realm, server)
  let app: FastifyInstance | undefined
  const plugin: FastifyPluginAsync<TokenEndpointOptions> = async (scope, settings) => {
    app = scope
    await mount(scope, settings)
  }
  const access = builtInAccess(
    realm,
    options.baseUrl,
    inProcessFetch(() => app!),
  )
  const signIn = { client: createRealmClient(access), interactions: interactionsOf(server), backChannel: null }
  return { issuer: createBuiltInIssuer(realm, key, options), plugin, signIn }
}

function openForeign(realm: Realm, options: IdentityOptions): Issuance {
  const keys = createForeignKeys(`${realm.authUrl}${realm.jwksPath}`, options.clock, options.log)
  const { baseUrl, dashboardClientId: clientId, dashboardClientSecret: clientSecret } = options
  const issuer = createExternalIssuer(realm, keys, options)
  const plugin = async () => undefined
  if (clientId === undefined) return { issuer, plugin, signIn: null }
  const client = createRealmClient(foreignAccess(realm, baseUrl, { clientId, clientSecret }))
  const backChannel = createBackChannelLogout({ ...options, keys, issuer: realm.issuer, clientId })
  return { issuer, plugin, signIn: { client, interactions: null, backChannel } }
}
