import { voucherNameOf } from '#domain/vouchers.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import type { AccountWithCircuit } from '#interface/provider-account.ts'
import { methodLabel } from '../parts/payment-labels.ts'
import { statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { accountList } from './account-list.ts'

const PATH = '/dashboard/providers'

interface ProvidersView {
  /** Accounts of the merchant that was chosen; null where none was. */
  readonly accounts: readonly AccountWithCircuit[] | null
  /** Ids of all merchants' accounts that do not answer. */
  readonly openCircuits: readonly string[]
  readonly providers: readonly { readonly name: string; readonly methods: readonly string[] }[]
}

export function providersPage(caller: Viewer, view: ProvidersView): DashboardPageAnswer {
  const body = html`${view.openCircuits.length > 0 && open(view.openCircuits)}
<section class="sheet" aria-labelledby="accounts">
<h2 id="accounts">${view.accounts ? html`Accounts of <span translate="no">${caller.merchantName}</span>` : 'Accounts'}</h2>
${accountsOf(caller, view.accounts)}
</section>
<section class="sheet" aria-labelledby="providers">
<h2 id="providers">Available providers</h2>
${providersOf(caller, view)}
</section>`
  return dashboardPage(caller, { page: 'providers', title: 'Providers', body })
}

function open(ids: readonly string[]): Html {
  return html`<p class="notice notice-warning" role="status">These accounts are not responding and get no payments: ${ids.map((id, index) => html`${index > 0 && ', '}<code translate="no">${id}</code>`)}.</p>`
}

function accountsOf(caller: Viewer, accounts: ProvidersView['accounts']): Html {
  if (!accounts) {
    const action = { href: '/dashboard/merchants', words: 'View merchants' }
    return statePanel({
      state: 'empty',
      heading: 'No merchant selected',
      words: 'Select a merchant to see its provider accounts.',
      action,
    })
  }
  if (accounts.length === 0) {
    const words = 'Choose a provider below and enter its credentials.'
    return statePanel({ state: 'empty', heading: 'No accounts yet', words })
  }
  return accountList(accounts, { caption: 'Provider accounts', timeZone: caller.timeZone, isLinked: true })
}

/** Vouchers are too many to name. */
function methodsInWords(methods: readonly string[]): string {
  const others = methods.filter((method) => voucherNameOf(method) === undefined)
  const vouchers = methods.length - others.length
  return [...others.map(methodLabel), ...(vouchers > 0 ? [`${vouchers} vouchers`] : [])].join(', ')
}

function providersOf(caller: Viewer, { accounts, providers }: ProvidersView): Html {
  const mayOpen = accounts !== null && may(caller, 'providers.manage')
  return html`<ul class="plain-list" data-list="providers">${providers.map(
    ({
      name,
      methods,
    }) => html`<li data-id="${name}" class="sheet-head"><span class="breaks"><strong translate="no">${name}</strong> <span class="hint">${methodsInWords(methods)}</span></span>
${mayOpen && html`<a class="button button-secondary" href="${PATH}/new?provider=${name}" data-action="open-account">Add account</a>`}</li>
`,
  )}</ul>`
}
