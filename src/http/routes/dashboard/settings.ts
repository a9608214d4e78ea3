import { Type } from 'typebox'
import { changeMerchant, showMerchant } from '#flows/admin/merchants.ts'
import { ChangeMerchantBody } from '../../contract/admin.ts'
import { settingsPage } from '../../pages/dashboard/settings-page.ts'
import { route } from '../../route.ts'
import { changesOf } from '../admin-merchants.ts'
import { judged, orAgain } from './again.ts'
import { Part } from './asked.ts'
import { fieldsOf, MerchantForm, wantedOf } from './merchant-form.ts'
import { merchantOf } from './of-merchant.ts'

const PATH = '/dashboard/settings'

const settingsRoute = route({
  method: 'GET',
  path: PATH,
  guard: 'person',
  permission: 'own',
  summary: 'Settings',
  query: Type.Object({ done: Part }),
  handle: async (gateway, { caller, query }) => {
    const merchant = await showMerchant(gateway, merchantOf(caller))
    return settingsPage(caller, { merchant, done: query.done === 'saved' ? 'Saved.' : undefined })
  },
})

const saveRoute = route({
  method: 'POST',
  path: PATH,
  guard: 'person',
  permission: 'merchants.manage',
  summary: 'Change a merchant',
  body: MerchantForm,
  handle: async (gateway, { caller, actor, body }) => {
    const merchantId = merchantOf(caller)
    const typed = fieldsOf(body)
    const save = async () => {
      const wanted = judged(gateway, ChangeMerchantBody, wantedOf(typed))
      await changeMerchant(gateway, actor, merchantId, { ...changesOf(wanted), name: typed.name })
      return { status: 303 as const, location: `${PATH}?done=saved` }
    }
    return orAgain(save, async (problems) =>
      settingsPage(caller, { merchant: await showMerchant(gateway, merchantId), typed, problems }),
    )
  },
})

export const settingsRoutes = [settingsRoute, saveRoute]
