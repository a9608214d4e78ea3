import * as oidc from 'openid-client'
import { problem, RequestError } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import { fetchBounded } from '#outbound/fetch-bounded.ts'
import { isExpired, MAX_CLOCK_LEAD_SECONDS } from '../check-token.ts'
import type { Realm } from '../realm.ts'
import { DASHBOARD_CLIENT_ID } from './provider-settings.ts'

/** Cookie data of a sign-in that the browser began. */
export interface PendingSignIn {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** Maximum age of the authentication, in seconds; 0 requires a new one. */
  readonly maxAge: number
}

export interface VerifiedIdentity {
  readonly issuer: string
  readonly subject: string
  /** RFC 8176; empty if the provider names none. */
  readonly methods: readonly string[]
  readonly claims: Readonly<Record<string, unknown>>
  readonly provider: ProviderSignIn
}

/** Session of a sign-in at a provider, and its ID token. */
export interface ProviderSignIn {
  /** `sid`; undefined if the provider names none. */
  readonly session: string | undefined
  readonly idToken: string
}

/** The dashboard as a client of the realm: OpenID Connect, a code bound to the browser (RFC 7636). */
export interface RealmClient {
  /** @param origin of the dashboard in this browser @param hint expected person @throws RequestError `unavailable` */
  begin(
    origin: string,
    maxAge: number,
    hint?: string,
  ): Promise<{ readonly location: string; readonly begun: PendingSignIn }>
  /** Exchanges a code. @returns undefined if it does not match the request, or the person canceled */
  complete(callback: URL, begun: PendingSignIn): Promise<VerifiedIdentity | undefined>
  /**
   * URL that signs a browser out at the provider too (OpenID Connect RP-Initiated Logout 1.0).
   * @param idToken without it the provider may ask which sign-in @returns undefined if the provider has no URL or is
   * unreachable
   */
  leave(idToken: string | undefined): Promise<string | undefined>
}

export interface ProviderAccess {
  readonly configuration: () => Promise<oidc.Configuration>
  readonly redirectUri: string
  readonly isBuiltIn: boolean
  readonly scope: string
}

export function createRealmClient({ configuration, redirectUri, scope, isBuiltIn }: ProviderAccess): RealmClient {
  return {
    async begin(origin, maxAge, hint) {
      const config = await configuration().catch(unreachable)
      const begun = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        maxAge,
      }
      const location = oidc.buildAuthorizationUrl(config, {
        redirect_uri: isBuiltIn ? callbackOf(origin) : redirectUri,
        scope,
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
        max_age: String(maxAge),
        // A sign-in of this very second would be fresh enough by its age alone.
        ...(maxAge === 0 && { prompt: 'login' }),
        ...(hint !== undefined && { login_hint: hint }),
      })
      const { pathname, search } = location
      return { location: isBuiltIn ? origin + pathname + search : location.href, begun }
    },
    async complete(callback, { state, nonce, verifier, maxAge }) {
      const config = await configuration().catch(unreachable)
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, maxAge }
      try {
        const tokens = await oidc.authorizationCodeGrant(config, callback, { ...checks, idTokenExpected: true })
        const claims = tokens.claims()!
        if (isOld(claims, maxAge)) return undefined
        const methods = Array.isArray(claims.amr) ? claims.amr.map(String) : []
        const session = typeof claims.sid === 'string' ? claims.sid : undefined
        const provider = { session, idToken: tokens.id_token! }
        return { issuer: claims.iss, subject: claims.sub, methods, claims, provider }
      } catch (error) {
        if (isRefusal(error)) return undefined
        return unreachable()
      }
    },
    async leave(idToken) {
      const config = await configuration().catch(() => undefined)
      if (!config?.serverMetadata().end_session_endpoint) return undefined
      const hint: Record<string, string> = idToken === undefined ? {} : { id_token_hint: idToken }
      return oidc.buildEndSessionUrl(config, { ...hint, post_logout_redirect_uri: signedOutAddress(redirectUri) }).href
    },
  }
}

/** Tolerated lag of a provider's clock when a sign-in's age is checked. */
const MAX_CLOCK_LAG_SECONDS = 30

/** Applies the leeway to `nbf` only, not to the ID token's expiry or a sign-in's age. */
function isOld({ exp, auth_time: signedInAt }: oidc.IDToken, maxAge: number): boolean {
  const now = new Date()
  const oldest = Math.floor(now.getTime() / 1000) - MAX_CLOCK_LAG_SECONDS - maxAge
  return isExpired(exp, now) || (signedInAt !== undefined && signedInAt < oldest)
}

/** Next to the callback. */
const signedOutAddress = (redirectUri: string) => new URL('signed-out', redirectUri).href

/** True for a response that does not match the request; other errors mean an unreachable provider. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof oidc.AuthorizationResponseError ||
    error instanceof oidc.ResponseBodyError ||
    (error instanceof oidc.ClientError && !/timed? ?out/i.test(error.message))
  )
}

function unreachable(): never {
  const message = 'The identity provider is unavailable. Try again in a few seconds.'
  throw new RequestError('unavailable', [problem('', message)], 5)
}

/** Calls the built-in provider in this process, so that the gateway need not reach itself through its proxy. */
export function builtInAccess(realm: Realm, baseUrl: string, ask: typeof fetch): ProviderAccess {
  const server = {
    issuer: realm.issuer,
    authorization_endpoint: `${realm.authUrl}${realm.authorizationPath}`,
    token_endpoint: `${realm.authUrl}${realm.tokenPath}`,
    jwks_uri: `${realm.authUrl}${realm.jwksPath}`,
    authorization_response_iss_parameter_supported: true,
  }
  const configuration = new oidc.Configuration(server, DASHBOARD_CLIENT_ID, LEEWAY, oidc.None())
  configuration[oidc.customFetch] = ask as oidc.CustomFetch
  if (realm.authUrl.startsWith('http:')) oidc.allowInsecureRequests(configuration)
  oidc.enableNonRepudiationChecks(configuration)
  return {
    configuration: async () => configuration,
    redirectUri: callbackOf(baseUrl),
    scope: 'openid',
    isBuiltIn: true,
  }
}

/** Client of an external provider. Its discovery document is loaded at the first sign-in, again after a failure. */
export function foreignAccess(
  realm: Realm,
  baseUrl: string,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: Secret<string> | undefined },
): ProviderAccess {
  let known: Promise<oidc.Configuration> | undefined
  const ask = () => {
    const insecure = realm.authUrl.startsWith('http:') ? [oidc.allowInsecureRequests] : []
    const options = {
      execute: [...insecure, oidc.enableNonRepudiationChecks],
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: fetchBounded as oidc.CustomFetch,
    }
    const secret = clientSecret && { client_secret: clientSecret.reveal() }
    return oidc.discovery(new URL(realm.issuer), clientId, { ...LEEWAY, ...secret }, undefined, options)
  }
  const configuration = () => {
    known ??= ask().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
  return { configuration, redirectUri: callbackOf(baseUrl), scope: 'openid email profile', isBuiltIn: false }
}

const TIMEOUT_SECONDS = 5

const LEEWAY = { [oidc.clockTolerance]: MAX_CLOCK_LEAD_SECONDS }

const callbackOf = (baseUrl: string) => `${baseUrl}/dashboard/callback`
