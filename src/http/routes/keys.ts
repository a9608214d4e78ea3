import { showOwnKeys } from '#flows/keys/own-keys.ts'
import { OwnKeysAnswer } from '../contract/own-keys.ts'
import { route } from '../route.ts'
import { ownKeysView } from '../views/own-keys.ts'

export const showOwnKeysRoute = route({
  method: 'GET',
  path: '/api/keys',
  guard: 'merchant',
  tag: 'Keys',
  operation: 'showKeys',
  summary: 'Show your client, client key and public keys',
  description: 'Cards are encrypted with the first key; the others still decrypt until they retire.',
  answers: { 200: OwnKeysAnswer },
  handle: async (gateway, { caller }) => {
    return { status: 200, json: ownKeysView(await showOwnKeys(gateway, caller.merchantId)) }
  },
})
