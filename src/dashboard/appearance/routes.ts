import { Type } from 'typebox'
import { showMerchant } from '#flows/admin/merchants.ts'
import { changeAppearance, showAppearance } from '#flows/appearance.ts'
import type { Gateway } from '#flows/gateway.ts'
import { ChangeAppearanceBody } from '#http/api/appearance.ts'
import { route } from '#http/route.ts'
import { validated } from '../shell/form-action.ts'
import { QueryText } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { type AppearanceFields, appearancePage } from './page.ts'

const PATH = '/dashboard/appearance'

const appearanceRoute = route({
  method: 'GET',
  path: PATH,
  guard: 'person',
  permission: 'terminals.read',
  summary: 'Appearance of the hosted page',
  query: Type.Object({ done: QueryText }),
  handle: async (gateway, { caller, query }) => {
    const done = query.done === 'saved' ? 'Saved.' : undefined
    return appearancePage(caller, { ...(await shownOf(gateway, requireMerchant(caller))), done })
  },
})

const saveRoute = route({
  method: 'POST',
  path: PATH,
  guard: 'person',
  permission: 'terminals.origins',
  summary: 'Change the appearance of the hosted page',
  body: Type.Object({
    display_name: QueryText,
    accent_color: QueryText,
    logo: Type.Optional(Type.String({ maxLength: 140_000 })),
    remove_logo: QueryText,
  }),
  again: async (gateway, { caller, body }, problems) =>
    appearancePage(caller, { ...(await shownOf(gateway, requireMerchant(caller))), typed: fieldsOf(body), problems }),
  handle: async (gateway, { caller, actor, body }) => {
    const merchantId = requireMerchant(caller)
    const typed = fieldsOf(body)
    const removed = body.remove_logo === 'yes' ? null : undefined
    const asked = {
      display_name: typed.display_name || null,
      accent_color: typed.accent_color || null,
      ...{ logo: body.logo?.trim() || removed },
    }
    const {
      display_name: displayName,
      accent_color: accentColor,
      logo,
    } = validated(gateway, ChangeAppearanceBody, asked)
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
