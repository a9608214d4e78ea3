import { createHmac } from 'node:crypto'
import { type Configuration, interactionPolicy } from 'oidc-provider'
import { gatewayOrigins } from '../gateway-origins.ts'
import type { Realm } from '../realm.ts'
import type { SigningKey } from '../signing-key.ts'

export const DASHBOARD_CLIENT_ID = 'tollgate-dashboard'

export const SIGN_IN_SECONDS = 600

/** Dashboard client: it has no secret, its codes are bound to the requesting browser (RFC 7636). */
export function dashboardClient(baseUrl: string) {
  return {
    client_id: DASHBOARD_CLIENT_ID,
    scope: 'openid',
    grant_types: ['authorization_code'],
    redirect_uris: gatewayOrigins(baseUrl).map((origin) => `${origin}/dashboard/callback`),
    response_types: ['code' as const],
    token_endpoint_auth_method: 'none' as const,
  }
}

export function peopleSettings(realm: Realm, key: SigningKey) {
  return {
    responseTypes: ['code'],
    // The authentication methods decide if a second factor is required.
    claims: { openid: ['sub', 'amr'], auth_time: null, iss: null, sid: null },
    pkce: { required: () => true },
    interactions: {
      policy: signInEveryTime(),
      url: (_context, { uid }) => `/dashboard/sign-in/${uid}`,
    },
    findAccount: async (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    loadExistingGrant,
    expiresWithSession: async () => false,
    cookies: {
      keys: [createHmac('sha256', String(key.privateJwk.reveal().d)).update('cookies').digest('base64url')],
      names: { interaction: 'tollgate-interaction', resume: 'tollgate-resume', session: 'tollgate-realm' },
      short: cookieRules(realm),
      long: cookieRules(realm),
    },
  } satisfies Configuration
}

const cookieRules = ({ authUrl }: Realm) =>
  ({ httpOnly: true, sameSite: 'lax', secure: authUrl.startsWith('https:'), signed: true }) as const

/** No page asks for consent to the dashboard. */
function signInEveryTime() {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  return policy
}

/** Consents to the dashboard's `openid` scope alone. */
const loadExistingGrant: NonNullable<Configuration['loadExistingGrant']> = async ({ oidc }) => {
  const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
  grant.addOIDCScope('openid')
  await grant.save()
  return grant
}
