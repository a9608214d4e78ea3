import { Type } from 'typebox'
import type { Actor } from '#domain/actor.ts'
import { changeMerchant, showMerchant } from '#flows/admin/merchants.ts'
import { changeAppearance, showAppearance } from '#flows/appearance.ts'
import type { Gateway } from '#flows/gateway.ts'
import { ChangeMerchantBody, changesOf } from '#http/api/admin/merchants.ts'
import { ChangeAppearanceBody } from '#http/api/appearance.ts'
import { route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { validated } from '../shell/form-action.ts'
import { QueryText } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { fieldsOf, MerchantForm, toMerchantChange } from './merchant-form.ts'
import { type MerchantFields, type OwnFields, settingsPage } from './page.ts'

const PATH = '/dashboard/settings'

const settingsRoute = route({
  method: 'GET',
  path: PATH,
  guard: 'person',
  permission: 'own',
  summary: 'Settings',
  query: Type.Object({ done: QueryText }),
  handle: async (gateway, { caller, query }) => {
    const shown = await shownOf(gateway, requireMerchant(caller))
    return settingsPage(caller, { ...shown, done: query.done === 'saved' ? 'Saved.' : undefined })
  },
})

const saveRoute = route({
  method: 'POST',
  path: PATH,
  guard: 'person',
  permission: 'settings.manage',
  summary: 'Change a merchant',
  body: Type.Object({ ...MerchantForm.properties, display_name: QueryText }),
  again: async (gateway, { caller, body }, problems) => {
    const before = await shownOf(gateway, requireMerchant(caller))
    return settingsPage(caller, { ...before, typed: typedBy(caller, before, body), problems })
  },
  handle: async (gateway, { caller, actor, body }) => {
    const merchantId = requireMerchant(caller)
    const before = await shownOf(gateway, merchantId)
    await store(gateway, actor, before, typedBy(caller, before, body))
    return { status: 303, location: `${PATH}?done=saved` }
  },
})

async function shownOf(gateway: Gateway, merchantId: string) {
  const [merchant, { displayName }] = await Promise.all([
    showMerchant(gateway, merchantId),
    showAppearance(gateway, merchantId),
  ])
  return { merchant, displayName }
}

type Shown = Awaited<ReturnType<typeof shownOf>>

function typedBy(caller: PersonCaller, before: Shown, body: Parameters<typeof fieldsOf>[0] & OwnForm) {
  return may(caller, 'merchants.manage') ? fieldsOf(body) : ownFieldsOf(before, body)
}

/** Reads the form of an owner or admin; a missing field stays unchanged. */
function ownFieldsOf({ merchant, displayName }: Shown, body: OwnForm): OwnFields {
  return {
    name: body.name?.trim() ?? merchant.name,
    time_zone: body.time_zone?.trim() ?? merchant.timeZone,
    display_name: body.display_name?.trim() ?? displayName ?? '',
  }
}

type OwnForm = { readonly [Name in keyof OwnFields]?: string }

/** Checks both parts before either is stored. */
async function store(gateway: Gateway, actor: Actor, before: Shown, typed: MerchantFields | OwnFields): Promise<void> {
  const { merchantId } = before.merchant
  if (!('display_name' in typed)) {
    const wanted = validated(gateway, ChangeMerchantBody, toMerchantChange(typed))
    await changeMerchant(gateway, actor, merchantId, { ...changesOf(wanted), name: typed.name })
    return
  }
  const { name, time_zone } = typed
  const asked = { display_name: typed.display_name || null }
  const wanted = validated(gateway, ChangeMerchantBody, { name, time_zone })
  const { display_name: displayName } = validated(gateway, ChangeAppearanceBody, asked)
  await changeMerchant(gateway, actor, merchantId, { ...changesOf(wanted), name })
  if (displayName !== before.displayName) await changeAppearance(gateway, actor, merchantId, { displayName })
}

export const settingsRoutes = [settingsRoute, saveRoute]
