import { requestRotation } from '#flows/keys/request-rotation.ts'
import { showKeys } from '#flows/keys/show-keys.ts'
import { MasterKeysRecord } from '#interface/keys.ts'
import { get, post } from '../../route.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: keys', shows: MasterKeysRecord } as const

export const showKeysRoute = get('/admin/keys', {
  ...ADMIN,
  operation: 'adminShowKeys',
  summary: 'Show the keys and the rotation progress',
  handle: showKeys,
})

export const rotateKeysRoute = post('/admin/keys/rotate', {
  ...ADMIN,
  operation: 'adminRotateKeys',
  summary: 'Rotate the keys',
  description:
    'Re-encrypts secrets with the current MASTER_KEY and stored cards with new data keys, in the background. `GET /admin/keys` shows the progress.',
  handle: (gateway, { actor }) => requestRotation(gateway, actor),
})
