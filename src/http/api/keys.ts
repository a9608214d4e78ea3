import { type OwnKeys, showOwnKeys } from '#flows/keys/own-keys.ts'
import { OwnKeysRecord } from '#interface/keys.ts'
import { answer, get } from '../route.ts'

function ownKeysView({ client, ...keys }: OwnKeys) {
  const { clientId = null, secretSince: clientSecretSince = null } = client ?? {}
  return OwnKeysRecord.of({ ...keys, clientId, clientSecretSince })
}

export const showOwnKeysRoute = get('/api/keys', {
  guard: 'merchant',
  permission: 'keys.read',
  tag: 'Keys',
  operation: 'showKeys',
  summary: 'Show your client, client key and public keys',
  description: 'Cards are encrypted with the first key; the others still decrypt until they retire.',
  answers: { 200: OwnKeysRecord },
  handle: async (gateway, { caller }) => answer(ownKeysView(await showOwnKeys(gateway, caller.merchantId))),
})
