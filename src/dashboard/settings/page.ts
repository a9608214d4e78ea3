import type { MerchantWithAccess } from '#flows/admin/merchants.ts'
import { type Html, html } from '#html/html.ts'
import { MAX_NAME_LENGTH } from '#http/api/common/types.ts'
import { may, type Permission } from '#identity/permissions.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { checkField, type FieldProblem, formField, postForm, problemOf, problemSummary } from '../parts/form.ts'
import { badge, formatTime, sentenceCase } from '../parts/format.ts'
import { copiedId } from '../parts/short-id.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

export interface MerchantFields {
  readonly name: string
  readonly country: string
  readonly time_zone: string
  readonly settlement_currency: string
  readonly tokenization_enabled: boolean
}

export interface OwnFields {
  readonly name: string
  readonly time_zone: string
  /** Name on the hosted page; empty for the merchant's. */
  readonly display_name: string
}

interface SettingsView {
  readonly merchant: MerchantWithAccess
  readonly displayName: string | null
  readonly done?: string | undefined
  readonly typed?: MerchantFields | OwnFields
  readonly problems?: readonly FieldProblem[]
}

export function settingsPage(caller: Viewer, view: SettingsView): DashboardPageAnswer {
  const { problems = [] } = view
  const mayChange = may(caller, 'settings.manage')
  const changesAll = may(caller, 'merchants.manage')
  const body = html`${doneNotice(view.done)}
<section class="sheet">
${facts(caller, view, { mayChange, changesAll })}
${!changesAll && html`<p class="hint">Only the gateway operator can change these.</p>`}
</section>
${mayChange && form(caller, changesAll ? allFields(view) : ownFields(view), problems)}
<section class="sheet" aria-labelledby="more">
<h2 id="more">More settings</h2>
<ul class="plain-list">${LINKS.filter(({ permission }) => may(caller, permission)).map(
    ({ href, words, hint }) => html`<li><a href="${href}">${words}</a> <span class="hint">${hint}</span></li>`,
  )}</ul>
</section>`
  const status = problems.length > 0 ? 422 : 200
  return dashboardPage(caller, { page: 'settings', title: 'Settings', status, body })
}

const LINKS: readonly {
  readonly href: string
  readonly words: string
  readonly hint: string
  readonly permission: Permission
}[] = [
  { href: '/dashboard/keys', words: 'Keys', hint: 'for your servers, pages and card fields', permission: 'keys.read' },
  { href: '/dashboard/webhooks', words: 'Webhooks', hint: 'endpoints for your events', permission: 'webhooks.read' },
  {
    href: '/dashboard/terminals',
    words: 'Terminals',
    hint: 'methods, currencies, allowed origins',
    permission: 'terminals.read',
  },
  {
    href: '/dashboard/appearance',
    words: 'Hosted page',
    hint: 'your name, color and logo',
    permission: 'terminals.read',
  },
  { href: '/dashboard/team', words: 'Team', hint: 'members and their roles', permission: 'team.read' },
]

function facts(
  { timeZone }: Viewer,
  { merchant, displayName }: SettingsView,
  { mayChange, changesAll }: { readonly mayChange: boolean; readonly changesAll: boolean },
): Html {
  const { status } = merchant
  return factList([
    ['Status', badge(sentenceCase(status), status === 'ACTIVE' ? 'success' : 'danger'), 'status'],
    ['Merchant ID', copiedId(merchant.merchantId, 'merchant-id')],
    ...(mayChange
      ? []
      : [
          ['Name', merchant.name, 'name'] as const,
          ['Name on the hosted page', displayName ?? merchant.name, 'display-name'] as const,
          ['Time zone', merchant.timeZone, 'time-zone'] as const,
        ]),
    ...(changesAll
      ? []
      : [
          ['Country', merchant.country ?? 'Not set', 'country'] as const,
          ['Settlement currency', merchant.settlementCurrency ?? 'None', 'settlement-currency'] as const,
          ['Saved cards', merchant.tokenizationEnabled ? 'On' : 'Off', 'tokenization'] as const,
        ]),
    ['Created', formatTime(merchant.createdAt, timeZone)],
  ])
}

function form(caller: Viewer, fields: Html, problems: readonly FieldProblem[]): Html {
  const body = html`${problemSummary(problems)}
${fields}
<p class="form-actions"><button class="button button-primary" data-action="save">Save</button></p>`
  return html`<section class="sheet" aria-labelledby="change"><h2 id="change">Edit settings</h2>
${postForm(caller, { name: 'save', action: '/dashboard/settings', body })}
</section>`
}

function allFields({ merchant, typed, problems = [] }: SettingsView): Html {
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

function ownFields({ merchant, displayName, typed, problems = [] }: SettingsView): Html {
  const shown = { name: merchant.name, time_zone: merchant.timeZone, display_name: displayName ?? '', ...typed }
  return html`${nameField(shown, problems)}
${formField({ name: 'display_name', label: 'Name on the hosted page', maxlength: 60, value: shown.display_name, hint: 'Leave empty to use the name above.', problem: problemOf(problems, 'display_name') })}
${timeZoneField(shown, problems)}`
}

type Shown = Pick<MerchantFields, 'name' | 'time_zone'>

function nameField({ name }: Shown, problems: readonly FieldProblem[]): Html {
  return formField({
    ...{ name: 'name', label: 'Name', required: true, maxlength: MAX_NAME_LENGTH },
    ...{ value: name, problem: problemOf(problems, 'name') },
  })
}

function timeZoneField({ time_zone }: Shown, problems: readonly FieldProblem[]): Html {
  return formField({
    ...{ name: 'time_zone', label: 'Time zone', maxlength: 64, value: time_zone },
    hint: 'For example Europe/Bucharest. Used for all times, days and charts.',
    problem: problemOf(problems, 'time_zone'),
  })
}

export function merchantFields(shown: MerchantFields, problems: readonly FieldProblem[]): Html {
  return html`${nameField(shown, problems)}
${formField({ name: 'country', label: 'Country', maxlength: 2, value: shown.country, hint: 'Two-letter code, for example RO. Optional.', problem: problemOf(problems, 'country') })}
${timeZoneField(shown, problems)}
${formField({ name: 'settlement_currency', label: 'Settlement currency', maxlength: 3, value: shown.settlement_currency, hint: 'Three-letter code, for example EUR. Optional.', problem: problemOf(problems, 'settlement_currency') })}
${checkField({ name: 'tokenization_enabled', label: 'Allow saved cards', checked: shown.tokenization_enabled })}`
}
