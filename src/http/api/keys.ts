import { showOwnKeys } from '#flows/keys/own-keys.ts'
import { OwnKeysRecord } from '#interface/keys.ts'
import { get } from '../route.ts'

export const showOwnKeysRoute = get('/api/keys', {
  guard: 'merchant',
  permission: 'keys.read',
  tag: 'Keys',
  operation: 'showKeys',
  summary: 'Show your client, client key and public keys',
  description: 'Cards are encrypted with the first key; the others still decrypt until they retire.',
  shows: OwnKeysRecord,
  handle: (gateway, { caller }) => showOwnKeys(gateway, caller.merchantId),
})
