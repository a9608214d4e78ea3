import { Type } from 'typebox'
import { changeMerchant, showMerchant } from '#flows/admin/merchants.ts'
import { changeAppearance, showAppearance } from '#flows/appearance.ts'
import type { Gateway } from '#flows/gateway.ts'
import { attributes, type Html, html } from '#html/html.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { AppearanceBody } from '#interface/appearance.ts'
import { MerchantChangeBody } from '#interface/merchant.ts'
import { readGiven } from '#interface/read.ts'
import { fieldsOf, postForm, problemOf, problemSummary, type Shown } from '../parts/form.ts'
import { activeBadge, formatTime } from '../parts/format.ts'
import { copiedId, factList, sheet } from '../parts/sheet.ts'
import { QueryText } from '../shell/list-query.ts'
import { action, screen, validated } from '../shell/screen.ts'
import {
  countryName,
  MerchantForm,
  merchantFieldOf,
  merchantFields,
  nameField,
  timeZoneField,
  toMerchantChange,
} from './merchant-form.ts'

const SETTINGS_PATH = '/dashboard/settings'

type SettingsView = Awaited<ReturnType<typeof readSettings>>

const settings = screen({
  path: SETTINGS_PATH,
  permission: 'own',
  done: { saved: 'Saved.' },
  read: (gateway, { merchantId }) => readSettings(gateway, merchantId),
  show: (caller, view, shown) => {
    const facts = factsSheet(caller, view)
    return {
      title: 'Settings',
      problemsIn: 'form',
      body: may(caller, 'settings.manage')
        ? html`<div class="columns"><div>${form(caller, view, shown)}</div><div>${facts}</div></div>`
        : facts,
    }
  },
})

async function readSettings(gateway: Gateway, merchantId: string) {
  const [merchant, { displayName }] = await Promise.all([
    showMerchant(gateway, merchantId),
    showAppearance(gateway, merchantId),
  ])
  return { merchant, displayName }
}

function factsSheet(caller: PersonCaller, { merchant, displayName }: SettingsView): Html {
  const [mayChange, changesAll] = [may(caller, 'settings.manage'), may(caller, 'merchants.manage')]
  const { status, country } = merchant
  const facts = factList([
    ['Status', activeBadge(status, 'danger'), 'status'],
    ['Merchant ID', copiedId(merchant.merchantId, 'merchant-id')],
    ['Name', !mayChange && merchant.name, 'name'],
    ['Name on the checkout page', !mayChange && (displayName ?? merchant.name), 'display-name'],
    ['Time zone', !mayChange && merchant.timeZone, 'time-zone'],
    ['Country', !changesAll && (country ? countryName(country) : 'Not set'), 'country'],
    ['Payments converted to', !changesAll && (merchant.settlementCurrency ?? 'Not set'), 'settlement-currency'],
    ['Saved cards', !changesAll && (merchant.tokenizationEnabled ? 'On' : 'Off'), 'tokenization'],
    ['Created', formatTime(merchant.createdAt, caller.timeZone)],
  ])
  const hint = !changesAll && html`<p class="hint">Only the gateway operator can change these.</p>`
  return sheet('account', 'Your account', facts, hint)
}

function form(caller: PersonCaller, view: SettingsView, shown: Shown): Html {
  const body = html`${problemSummary(shown.problems)}
${may(caller, 'merchants.manage') ? merchantFields(shown, view.merchant) : ownFields(view, shown)}
<p class="form-actions"><button class="button button-primary" data-action="save">Save</button></p>`
  return sheet('change', 'Company', postForm(caller, { name: 'save', action: SETTINGS_PATH, body }))
}

/** Fields of an owner or admin. */
function ownFields({ merchant, displayName }: SettingsView, shown: Shown): Html {
  const name = 'display_name'
  const hint = 'Leave empty to use the name above.'
  const isOpen = problemOf(shown.problems, name) !== undefined
  return html`${nameField(shown, merchant.name)}
${timeZoneField(shown, merchant.timeZone)}
<details class="fold"${attributes({ open: isOpen })}><summary>Another name on the checkout page</summary>
${fieldsOf(shown)({ name, label: 'Name on the checkout page', maxlength: 60, value: displayName ?? '', hint })}</details>`
}

const saveRoute = action(settings, {
  permission: 'settings.manage',
  body: Type.Object({ ...MerchantForm.properties, display_name: QueryText }),
  done: 'saved',
  fieldOf: merchantFieldOf,
  does: async (gateway, { caller, merchantId, actor, body }) => {
    const { merchant, displayName } = await readSettings(gateway, merchantId)
    const ownForm = { name: body.name?.trim() ?? merchant.name, time_zone: body.time_zone?.trim() ?? merchant.timeZone }
    const changesAll = may(caller, 'merchants.manage')
    const entered = changesAll ? toMerchantChange(body) : ownForm
    const wanted = validated(gateway, MerchantChangeBody, entered)
    // Both parts are checked before either is stored; a missing field stays unchanged.
    const name = changesAll ? displayName : (body.display_name?.trim() ?? displayName) || null
    const { display_name: wantedName } = validated(gateway, AppearanceBody, { display_name: name })
    await changeMerchant(gateway, actor, merchantId, { ...readGiven(MerchantChangeBody, wanted), name: entered.name })
    if (wantedName !== displayName) await changeAppearance(gateway, actor, merchantId, { displayName: wantedName })
  },
})

export const settingsRoutes = [settings.route, saveRoute]
