import { requestRotation } from '#flows/keys/request-rotation.ts'
import { showKeys } from '#flows/keys/show-keys.ts'
import { route } from '../../route.ts'
import { KeysAnswer } from './key-schemas.ts'
import { keysView } from './views.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: keys', answers: { 200: KeysAnswer } } as const

export const showKeysRoute = route({
  ...ADMIN,
  method: 'GET',
  path: '/admin/keys',
  operation: 'adminShowKeys',
  summary: 'Show the keys and the rotation progress',
  handle: async (gateway) => ({ status: 200, json: keysView(await showKeys(gateway)) }),
})

export const rotateKeysRoute = route({
  ...ADMIN,
  method: 'POST',
  path: '/admin/keys/rotate',
  operation: 'adminRotateKeys',
  summary: 'Rotate the keys',
  description:
    'Re-encrypts secrets with the current MASTER_KEY and stored cards with new data keys, in the background. `GET /admin/keys` shows the progress.',
  handle: async (gateway, { actor }) => ({
    status: 200,
    json: keysView(await requestRotation(gateway, actor)),
  }),
})
