import { Type } from 'typebox'
import { rotateEncryptionKey } from '#flows/admin/merchants.ts'
import { rotateFirstSecret } from '#flows/clients/index.ts'
import { reachOfRole } from '#flows/clients/reach.ts'
import { showOwnKeys } from '#flows/keys/own-keys.ts'
import { route } from '#http/route.ts'
import { OverlapForm, overlapOf } from '../clients/overlap.ts'
import { QueryText } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { stashCredential, takeCredential } from '../shell/one-time-secret.ts'
import { successMessages } from '../shell/success-messages.ts'
import { keysPage } from './page.ts'

const PATH = '/dashboard/keys'

const doneWith = successMessages({
  rotated: 'Key rotated. Update your server within 24 hours; until then the previous key works too.',
})

const keysRoute = route({
  method: 'GET',
  path: PATH,
  guard: 'person',
  permission: 'keys.read',
  summary: 'Keys',
  query: Type.Object({ done: QueryText }),
  handle: async (gateway, { caller, query, header }) => {
    const keys = await showOwnKeys(gateway, requireMerchant(caller))
    const { secret, headers } = takeCredential(gateway, caller, keys.client?.clientId ?? '', header('cookie'))
    const shown = keysPage(caller, { keys, secret: secret?.reveal(), done: doneWith(query.done) })
    return { ...shown, headers: { ...shown.headers, ...headers } }
  },
})

const publicKeyRoute = route({
  method: 'GET',
  path: `${PATH}/public-key.pem`,
  guard: 'person',
  permission: 'keys.read',
  summary: 'Public key as PEM',
  handle: async (gateway, { caller }) => {
    const { encryptionKeys } = await showOwnKeys(gateway, requireMerchant(caller))
    const text = encryptionKeys[0]?.publicKey ?? ''
    const headers = { 'content-disposition': 'attachment; filename="tollgate-public-key.pem"' }
    return { status: 200, text, contentType: 'application/x-pem-file', headers }
  },
})

const rotateSecretRoute = route({
  method: 'POST',
  path: `${PATH}/rotate-client-secret`,
  guard: 'person',
  permission: 'keys.rotate',
  summary: 'Rotate the client secret',
  body: OverlapForm,
  again: async (gateway, { caller }, problems) =>
    keysPage(caller, { keys: await showOwnKeys(gateway, requireMerchant(caller)), problems }),
  handle: async (gateway, { caller, actor, body }) => {
    const manager = { actor, reach: reachOfRole(caller.role) }
    const issued = await rotateFirstSecret(gateway, manager, requireMerchant(caller), overlapOf(body))
    return { status: 303, location: PATH, headers: stashCredential(gateway, caller, issued) }
  },
})

const rotateKeyRoute = route({
  method: 'POST',
  path: `${PATH}/rotate-encryption-key`,
  guard: 'person',
  permission: 'keys.rotate',
  summary: 'Rotate the public key for card fields',
  handle: async (gateway, { caller, actor }) => {
    await rotateEncryptionKey(gateway, actor, requireMerchant(caller))
    return { status: 303, location: `${PATH}?done=rotated` }
  },
})

export const keyRoutes = [keysRoute, publicKeyRoute, rotateSecretRoute, rotateKeyRoute]
