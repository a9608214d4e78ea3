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
  /** `aud` of a foreign provider's tokens; our own are always for `baseUrl`. */
  readonly authAudience: string
  /** `uat` or `production`. */
  readonly realm: string
  /** True if this gateway issues its own tokens; off where `AUTH_URL` names another issuer. */
  readonly builtIn: boolean
  /** True if people can sign in. */
  readonly dashboard: boolean
  /** The dashboard as a client of a foreign provider; without an id nobody signs in there. */
  readonly dashboardClientId?: string | undefined
  readonly dashboardClientSecret?: Secret<string> | undefined
  /** The foreign provider's clients that are operators. */
  readonly operatorClientIds: readonly string[]
  readonly log: Logger
  readonly clock: Clock
}

export interface SignInService {
  readonly client: RealmClient
  /** Sign-ins at the built-in provider, whose pages are ours; null where another provider has its own. */
  readonly interactions: Interactions | null
  /** How another provider says who has signed out there; null for the built-in one, which keeps no sign-ins. */
  readonly backChannel: BackChannelLogout | null
}

/** The only room that decides who is calling. */
export interface Identity {
  /** Token endpoint, discovery and JWKS; mounts nothing where a foreign provider has them. */
  readonly plugin: FastifyPluginAsync<TokenEndpointOptions>
  /** How people sign in to the dashboard; null where they cannot. */
  readonly signIn: SignInService | null
  /**
   * The caller of a request.
   * @param authorization every `Authorization` header received (`request.raw.headersDistinct.authorization`)
   * @param address the caller's, by which clients may be limited; empty if it is not known
   * @throws RequestError `unauthenticated`, `forbidden`, or `unavailable` while a foreign provider's keys cannot be had
   */
  verify(authorization: string | readonly string[] | undefined, address?: string): Promise<Caller>
}

/** Loads or creates the signing key, or points at the foreign provider (docs/reference/identity.md). */
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

/** The longest part of a token's text that is written to the log. */
const MAX_LOGGED = 200

/** The caller learns only that the token is refused; whoever set the identity provider up needs to know why. */
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
