import { timingSafeEqual } from 'node:crypto'
import type Provider from 'oidc-provider'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Sql } from '#store/connection/database.ts'
import type { ClientWithSecrets } from '#store/merchants/clients.ts'
import { noteUse, useProblem } from './client-use.ts'
import { hashSecret } from './issue-client.ts'
import type { MovedMerchants } from './moved-merchants.ts'
import { DASHBOARD_CLIENT_ID, dashboardClient } from './people/provider-settings.ts'
import { countFailure, identifyClient, tokenAttempts } from './token-attempt.ts'

/** Replaces every unknown client. No secret has this hash. */
const UNKNOWN_CLIENT: ClientWithSecrets = {
  clientId: 'nobody',
  merchantId: null,
  scopes: ['merchant'],
  limits: null,
  isUsable: false,
  disabledAt: null,
  lastUsedAt: null,
  lastUsedAddress: null,
  secretHashes: [new Uint8Array(32)],
}

/** Client adapter, of which the library calls only `find`. */
export function clientAdapter(sql: Sql, baseUrl: string, moves: MovedMerchants): Adapter {
  const find = async (clientId: string) => {
    if (clientId === DASHBOARD_CLIENT_ID) return dashboardClient(baseUrl)
    return toMetadata((await identifyClient(sql, clientId.trim(), moves)) ?? UNKNOWN_CLIENT)
  }
  return { find } as Partial<Adapter> as Adapter
}

/** The library compares with `client_secret`; ours holds the hashes, and changes with them. */
function toMetadata({ clientId, secretHashes, scopes, limits }: ClientWithSecrets): AdapterPayload {
  return {
    client_id: clientId,
    client_secret: secretHashes.map((hash) => Buffer.from(hash).toString('hex')).join(' '),
    scope: limits ? 'merchant' : scopes.join(' '),
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    token_endpoint_auth_method: 'client_secret_basic',
  }
}

/** Treats unknown and unusable clients like a wrong secret: neither response nor timing reveals IDs. */
export function compareHashedSecrets(provider: Provider, sql: Sql): void {
  provider.Client.prototype.compareClientSecret = async function (presented: string) {
    const { client, address } = tokenAttempts.getStore()!
    const digest = hashSecret(presented.trim())
    const isRight = this.clientSecret!.split(' ').some((hash) => timingSafeEqual(Buffer.from(hash, 'hex'), digest))
    if (isRight && client && useProblem(client, address) === undefined) {
      await noteUse(sql, client, address)
      return true
    }
    await countFailure(sql)
    return false
  }
}
