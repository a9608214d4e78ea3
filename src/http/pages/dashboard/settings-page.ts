import type { MerchantWithAccess } from '#flows/admin/merchants.ts'
import { may, type Permission } from '#identity/permissions.ts'
import { type Html, html } from '../html.ts'
import { doneNotice } from './parts/done.ts'
import { factList } from './parts/facts.ts'
import { checkField, type FieldProblem, formField, postForm, problemOf, problemSummary } from './parts/form.ts'
import { badge, sentenceCase, timeOf } from './parts/words.ts'
import { type DashboardPageAnswer, dashboardPage } from './shell.ts'
import type { Viewer } from './viewer.ts'

/** What the form of a merchant holds. */
export interface MerchantFields {
  readonly name: string
  readonly country: string
  readonly time_zone: string
  readonly settlement_currency: string
  readonly tokenization_enabled: boolean
}

interface SettingsView {
  readonly merchant: MerchantWithAccess
  readonly done?: string | undefined
  readonly typed?: MerchantFields
  readonly problems?: readonly FieldProblem[]
}

/** What holds for a merchant as a whole; those who run the gateway change it. */
export function settingsPage(caller: Viewer, view: SettingsView): DashboardPageAnswer {
  const { merchant, problems = [] } = view
  const mayChange = may(caller, 'merchants.manage')
  const body = html`${doneNotice(view.done)}
<section class="sheet">
${facts(caller, merchant, mayChange)}
${!mayChange && html`<p class="hint">Those who run this gateway change these.</p>`}
</section>
${mayChange && form(caller, view)}
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
  { href: '/dashboard/keys', words: 'Keys', hint: 'of your servers, pages and card fields', permission: 'keys.read' },
  { href: '/dashboard/webhooks', words: 'Webhooks', hint: 'where events go', permission: 'webhooks.read' },
  {
    href: '/dashboard/terminals',
    words: 'Terminals',
    hint: 'methods, currencies, allowed pages',
    permission: 'terminals.read',
  },
  {
    href: '/dashboard/appearance',
    words: 'Hosted page',
    hint: 'your name, colour and logo on it',
    permission: 'terminals.read',
  },
  { href: '/dashboard/team', words: 'Team', hint: 'who may do what', permission: 'team.read' },
]

function facts({ timeZone }: Viewer, merchant: MerchantWithAccess, mayChange: boolean): Html {
  const { status } = merchant
  return factList([
    { name: 'Status', value: badge(sentenceCase(status), status === 'ACTIVE' ? 'success' : 'danger'), field: 'status' },
    { name: 'Merchant id', value: html`<code translate="no">${merchant.merchantId}</code>`, field: 'merchant-id' },
    ...(mayChange
      ? []
      : [
          { name: 'Name', value: merchant.name, field: 'name' },
          { name: 'Country', value: merchant.country ?? 'Not said', field: 'country' },
          { name: 'Time zone', value: merchant.timeZone, field: 'time-zone' },
          { name: 'Settlement currency', value: merchant.settlementCurrency ?? 'None', field: 'settlement-currency' },
          { name: 'Saved cards', value: merchant.tokenizationEnabled ? 'On' : 'Off', field: 'tokenization' },
        ]),
    { name: 'Since', value: timeOf(merchant.createdAt, timeZone) },
  ])
}

function form(caller: Viewer, { merchant, typed, problems = [] }: SettingsView): Html {
  const shown = typed ?? {
    name: merchant.name,
    country: merchant.country ?? '',
    time_zone: merchant.timeZone,
    settlement_currency: merchant.settlementCurrency ?? '',
    tokenization_enabled: merchant.tokenizationEnabled,
  }
  const body = html`${problemSummary(problems)}
${merchantFields(shown, problems)}
<p class="form-actions"><button class="button button-primary" data-action="save">Save</button></p>`
  return html`<section class="sheet" aria-labelledby="change"><h2 id="change">Change them</h2>
${postForm({ name: 'save', action: '/dashboard/settings', csrfToken: caller.csrfToken, body })}
</section>`
}

/** The fields of a merchant, for a new one too. */
export function merchantFields(shown: MerchantFields, problems: readonly FieldProblem[]): Html {
  return html`${formField({ name: 'name', label: 'Name', required: true, maxlength: 100, value: shown.name, problem: problemOf(problems, 'name') })}
${formField({ name: 'country', label: 'Country', maxlength: 2, value: shown.country, hint: 'Two letters, such as RO; may be empty.', problem: problemOf(problems, 'country') })}
${formField({ name: 'time_zone', label: 'Time zone', maxlength: 64, value: shown.time_zone, hint: 'Such as Europe/Bucharest. All times, days and charts are in it.', problem: problemOf(problems, 'time_zone') })}
${formField({ name: 'settlement_currency', label: 'Settlement currency', maxlength: 3, value: shown.settlement_currency, hint: 'Three letters, such as EUR; may be empty.', problem: problemOf(problems, 'settlement_currency') })}
${checkField({ name: 'tokenization_enabled', label: 'Cards may be saved', checked: shown.tokenization_enabled })}`
}
