import { Type } from 'typebox'
import type { Actor } from '#domain/actor.ts'
import { changeMerchant, type MerchantWithAccess, showMerchant } from '#flows/admin/merchants.ts'
import { changeAppearance, showAppearance } from '#flows/appearance.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may, type Permission } from '#identity/permissions.ts'
import { AppearanceBody } from '#interface/appearance.ts'
import { MerchantChangeBody } from '#interface/merchant.ts'
import { readGiven } from '#interface/read.ts'
import { factList } from '../parts/facts.ts'
import { type FieldProblem, formField, postForm, problemOf, problemSummary } from '../parts/form.ts'
import { activeBadge, formatTime } from '../parts/format.ts'
import { sheet } from '../parts/sheet.ts'
import { copiedId } from '../parts/short-id.ts'
import { action, validated } from '../shell/action.ts'
import { QueryText } from '../shell/list-query.ts'
import { requireMerchant, screen } from '../shell/screen.ts'
import {
  enteredMerchant,
  type MerchantFields,
  MerchantForm,
  merchantFields,
  nameField,
  timeZoneField,
  toMerchantChange,
} from './merchant-form.ts'

const SETTINGS_PATH = '/dashboard/settings'

interface OwnFields {
  readonly name: string
  readonly time_zone: string
  /** Name on the hosted page; empty for the merchant's. */
  readonly display_name: string
}

interface SettingsView {
  readonly merchant: MerchantWithAccess
  readonly displayName: string | null
  readonly typed?: MerchantFields | OwnFields
}

const settings = screen({
  path: SETTINGS_PATH,
  permission: 'own',
  summary: 'Settings',
  page: 'settings',
  done: { saved: 'Saved.' },
  read: async (gateway, { caller, form }): Promise<SettingsView> => {
    const before = await shownOf(gateway, requireMerchant(caller))
    return form ? { ...before, typed: enteredBy(caller, before, form) } : before
  },
  show: (caller, view, { problems }) => {
    const mayChange = may(caller, 'settings.manage')
    const changesAll = may(caller, 'merchants.manage')
    const links = LINKS.filter(([, , , permission]) => may(caller, permission)).map(
      ([page, words, hint]) =>
        html`<li><a href="/dashboard/${page}">${words}</a> <span class="hint">${hint}</span></li>`,
    )
    return {
      title: 'Settings',
      problemsIn: 'form',
      body: html`<section class="sheet">
${facts(caller, view, { mayChange, changesAll })}
${!changesAll && html`<p class="hint">Only the gateway operator can change these.</p>`}
</section>
${mayChange && form(caller, changesAll ? allFields(view, problems) : ownFields(view, problems), problems)}
${sheet('more', 'More settings', html`<ul class="plain-list">${links}</ul>`)}`,
    }
  },
})

async function shownOf(gateway: Gateway, merchantId: string): Promise<SettingsView> {
  const [merchant, { displayName }] = await Promise.all([
    showMerchant(gateway, merchantId),
    showAppearance(gateway, merchantId),
  ])
  return { merchant, displayName }
}

const LINKS: readonly (readonly [page: string, words: string, hint: string, permission: Permission])[] = [
  ['keys', 'Keys', 'for your servers, pages and card fields', 'keys.read'],
  ['webhooks', 'Webhooks', 'endpoints for your events', 'webhooks.read'],
  ['terminals', 'Terminals', 'methods, currencies, allowed origins', 'terminals.read'],
  ['appearance', 'Hosted page', 'your name, color and logo', 'terminals.read'],
  ['team', 'Team', 'members and their roles', 'team.read'],
]

function facts(
  { timeZone }: PersonCaller,
  { merchant, displayName }: SettingsView,
  { mayChange, changesAll }: { readonly mayChange: boolean; readonly changesAll: boolean },
): Html {
  const { status } = merchant
  return factList([
    ['Status', activeBadge(status, 'danger'), 'status'],
    ['Merchant ID', copiedId(merchant.merchantId, 'merchant-id')],
    ['Name', !mayChange && merchant.name, 'name'],
    ['Name on the hosted page', !mayChange && (displayName ?? merchant.name), 'display-name'],
    ['Time zone', !mayChange && merchant.timeZone, 'time-zone'],
    ['Country', !changesAll && (merchant.country ?? 'Not set'), 'country'],
    ['Settlement currency', !changesAll && (merchant.settlementCurrency ?? 'None'), 'settlement-currency'],
    ['Saved cards', !changesAll && (merchant.tokenizationEnabled ? 'On' : 'Off'), 'tokenization'],
    ['Created', formatTime(merchant.createdAt, timeZone)],
  ])
}

function form(caller: PersonCaller, fields: Html, problems: readonly FieldProblem[]): Html {
  const body = html`${problemSummary(problems)}
${fields}
<p class="form-actions"><button class="button button-primary" data-action="save">Save</button></p>`
  return sheet('change', 'Edit settings', postForm(caller, { name: 'save', action: SETTINGS_PATH, body }))
}

function allFields({ merchant, typed }: SettingsView, problems: readonly FieldProblem[]): Html {
  const shown = {
    name: merchant.name,
    country: merchant.country ?? '',
    time_zone: merchant.timeZone,
    settlement_currency: merchant.settlementCurrency ?? '',
    tokenization_enabled: merchant.tokenizationEnabled,
    ...typed,
  }
  return merchantFields(shown, problems)
}

function ownFields({ merchant, displayName, typed }: SettingsView, problems: readonly FieldProblem[]): Html {
  const shown = { name: merchant.name, time_zone: merchant.timeZone, display_name: displayName ?? '', ...typed }
  return html`${nameField(shown, problems)}
${formField({ name: 'display_name', label: 'Name on the hosted page', maxlength: 60, value: shown.display_name, hint: 'Leave empty to use the name above.', problem: problemOf(problems, 'display_name') })}
${timeZoneField(shown, problems)}`
}

const saveRoute = action(settings, {
  permission: 'settings.manage',
  summary: 'Change a merchant',
  body: Type.Object({ ...MerchantForm.properties, display_name: QueryText }),
  done: 'saved',
  does: async (gateway, { caller, actor, body }) => {
    const before = await shownOf(gateway, requireMerchant(caller))
    await store(gateway, actor, before, enteredBy(caller, before, body))
  },
})

function enteredBy(caller: PersonCaller, before: SettingsView, body: Parameters<typeof enteredMerchant>[0] & OwnForm) {
  return may(caller, 'merchants.manage') ? enteredMerchant(body) : ownFieldsOf(before, body)
}

/** Reads the form of an owner or admin; a missing field stays unchanged. */
function ownFieldsOf({ merchant, displayName }: SettingsView, body: OwnForm): OwnFields {
  return {
    name: body.name?.trim() ?? merchant.name,
    time_zone: body.time_zone?.trim() ?? merchant.timeZone,
    display_name: body.display_name?.trim() ?? displayName ?? '',
  }
}

type OwnForm = { readonly [Name in keyof OwnFields]?: string }

/** Checks both parts before either is stored. */
async function store(
  gateway: Gateway,
  actor: Actor,
  before: SettingsView,
  typed: MerchantFields | OwnFields,
): Promise<void> {
  const { merchantId } = before.merchant
  if (!('display_name' in typed)) {
    const wanted = validated(gateway, MerchantChangeBody, toMerchantChange(typed))
    await changeMerchant(gateway, actor, merchantId, { ...readGiven(MerchantChangeBody, wanted), name: typed.name })
    return
  }
  const { name, time_zone } = typed
  const asked = { display_name: typed.display_name || null }
  const wanted = validated(gateway, MerchantChangeBody, { name, time_zone })
  const { display_name: displayName } = validated(gateway, AppearanceBody, asked)
  await changeMerchant(gateway, actor, merchantId, { ...readGiven(MerchantChangeBody, wanted), name })
  if (displayName !== before.displayName) await changeAppearance(gateway, actor, merchantId, { displayName })
}

export const settingsRoutes = [settings.route, saveRoute]
