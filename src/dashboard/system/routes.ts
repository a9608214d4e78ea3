import { Type } from 'typebox'
import { showSystem } from '#flows/admin/system.ts'
import { showKeys } from '#flows/keys/show-keys.ts'
import { runVerification } from '#flows/ledger/proofs.ts'
import { route } from '#http/route.ts'
import { VERSION } from '#http/version.ts'
import { QueryText } from '../shell/list-query.ts'
import { systemPage } from './page.ts'

const PATH = '/dashboard/system'

const systemRoute = route({
  method: 'GET',
  path: PATH,
  guard: 'person',
  permission: 'platform.read',
  summary: 'System status',
  query: Type.Object({ done: QueryText }),
  handle: async (gateway, { caller, query }) => {
    const [system, keys] = await Promise.all([showSystem(gateway, VERSION), showKeys(gateway)])
    const done = query.done === 'proven' ? 'Verification complete. See the result below.' : undefined
    return systemPage(caller, { system, keys, now: gateway.clock.now(), done })
  },
})

const proofRoute = route({
  method: 'POST',
  path: `${PATH}/run-proof`,
  guard: 'person',
  permission: 'merchants.manage',
  summary: 'Verify the ledger',
  handle: async (gateway, { hungUp }) => {
    await runVerification(gateway, hungUp())
    return { status: 303, location: `${PATH}?done=proven` }
  },
})

export const systemRoutes = [systemRoute, proofRoute]
