/** Endpoints of any identity provider, with equal paths (docs/reference/identity.md#the-token-endpoint). */
export interface Realm {
  /** Without a trailing slash. */
  readonly authUrl: string
  /** `iss` of its tokens: `{auth_url}/realms/{realm}`. */
  readonly issuer: string
  readonly audience: string
  readonly authorizationPath: string
  readonly tokenPath: string
  readonly jwksPath: string
  readonly discoveryPath: string
}

export function realmAt(authUrl: string, realm: string, audience: string): Realm {
  const path = `/realms/${realm}`
  return {
    authUrl,
    issuer: `${authUrl}${path}`,
    audience,
    authorizationPath: `${path}/protocol/openid-connect/auth`,
    tokenPath: `${path}/protocol/openid-connect/token`,
    jwksPath: `${path}/protocol/openid-connect/certs`,
    discoveryPath: `${path}/.well-known/openid-configuration`,
  }
}
