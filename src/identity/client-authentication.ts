import { timingSafeEqual } from 'node:crypto'
import type Provider from 'oidc-provider'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Sql } from '#store/connection/database.ts'
import type { Client } from '#store/merchants/clients.ts'
import { hashSecret } from './issue-client.ts'
import { DASHBOARD_CLIENT_ID, dashboardClient } from './people/provider-settings.ts'
import { countFailure, identifyClient } from './token-attempt.ts'

/** Stands in for every unknown client. No secret has this hash. */
const UNKNOWN_CLIENT: Client = {
  clientId: 'nobody',
  merchantId: null,
  secretHash: new Uint8Array(32),
  scopes: ['merchant'],
}

/** Clients are looked up, so `find` is all the library ever calls. */
export function clientAdapter(sql: Sql, baseUrl: string): Adapter {
  const find = async (clientId: string) => {
    if (clientId === DASHBOARD_CLIENT_ID) return dashboardClient(baseUrl)
    return toMetadata((await identifyClient(sql, clientId)) ?? UNKNOWN_CLIENT)
  }
  return { find } as Partial<Adapter> as Adapter
}

/** The library compares with `client_secret`; ours holds the hash, and changes with it. */
function toMetadata({ clientId, secretHash, scopes }: Client): AdapterPayload {
  return {
    client_id: clientId,
    client_secret: Buffer.from(secretHash).toString('hex'),
    scope: scopes.join(' '),
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    token_endpoint_auth_method: 'client_secret_basic',
  }
}

/** An unknown client takes the same way as a wrong secret: neither the answer nor its time tells which ids exist. */
export function compareHashedSecrets(provider: Provider, sql: Sql): void {
  provider.Client.prototype.compareClientSecret = async function (presented: string) {
    const expected = Buffer.from(this.clientSecret!, 'hex')
    if (timingSafeEqual(expected, hashSecret(presented))) return true
    await countFailure(sql)
    return false
  }
}
