import { Type } from 'typebox'
import { showMerchant } from '#flows/admin/merchants.ts'
import { changeAppearance, showAppearance } from '#flows/appearance/index.ts'
import type { Gateway } from '#flows/gateway.ts'
import { ChangeAppearanceBody } from '../../contract/appearance.ts'
import { type AppearanceFields, appearancePage } from '../../pages/dashboard/appearance-page.ts'
import { route } from '../../route.ts'
import { judged } from './again.ts'
import { Part } from './asked.ts'
import { merchantOf } from './of-merchant.ts'

const PATH = '/dashboard/appearance'

const appearanceRoute = route({
  method: 'GET',
  path: PATH,
  guard: 'person',
  permission: 'terminals.read',
  summary: 'Appearance of the hosted page',
  query: Type.Object({ done: Part }),
  handle: async (gateway, { caller, query }) => {
    const done = query.done === 'saved' ? 'Saved.' : undefined
    return appearancePage(caller, { ...(await shownOf(gateway, merchantOf(caller))), done })
  },
})

const saveRoute = route({
  method: 'POST',
  path: PATH,
  guard: 'person',
  permission: 'terminals.origins',
  summary: 'Change the appearance of the hosted page',
  body: Type.Object({
    display_name: Part,
    accent_color: Part,
    logo: Type.Optional(Type.String({ maxLength: 140_000 })),
    remove_logo: Part,
  }),
  again: async (gateway, { caller, body }, problems) =>
    appearancePage(caller, { ...(await shownOf(gateway, merchantOf(caller))), typed: fieldsOf(body), problems }),
  handle: async (gateway, { caller, actor, body }) => {
    const merchantId = merchantOf(caller)
    const typed = fieldsOf(body)
    const removed = body.remove_logo === 'yes' ? null : undefined
    const asked = {
      display_name: typed.display_name || null,
      accent_color: typed.accent_color || null,
      ...{ logo: body.logo?.trim() || removed },
    }
    const { display_name: displayName, accent_color: accentColor, logo } = judged(gateway, ChangeAppearanceBody, asked)
    await changeAppearance(gateway, actor, merchantId, { displayName, accentColor, logo })
    return { status: 303, location: `${PATH}?done=saved` }
  },
})

function fieldsOf(body: { readonly [Name in keyof AppearanceFields]?: string }): AppearanceFields {
  return { display_name: body.display_name?.trim() ?? '', accent_color: body.accent_color?.trim() ?? '' }
}

async function shownOf(gateway: Gateway, merchantId: string) {
  const [appearance, merchant] = await Promise.all([
    showAppearance(gateway, merchantId),
    showMerchant(gateway, merchantId),
  ])
  return { appearance, merchantName: merchant.name }
}

export const appearanceRoutes = [appearanceRoute, saveRoute]
