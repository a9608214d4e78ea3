import { voucherNameOf } from '#domain/vouchers.ts'
import { showAccountsInOrder } from '#flows/terminals/accounts.ts'
import { type Html, html } from '#html/html.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import type { AccountWithCircuit } from '#interface/provider-account.ts'
import { activeBadge } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { methodLabel } from '../parts/payment-labels.ts'
import { providerLabel } from '../parts/provider-name.ts'
import { listedId, sheet } from '../parts/sheet.ts'
import { statePanel } from '../parts/states.ts'
import { screen } from '../shell/screen.ts'
import { PROVIDERS_PATH } from './form.ts'
import { account, accountRoutes, circuitStatus, newAccountRoutes } from './page.ts'

const providers = screen({
  path: PROVIDERS_PATH,
  permission: 'platform.read',
  read: async (gateway, { caller: { merchantId } }) => {
    const [accounts, openCircuits] = await Promise.all([
      merchantId === null ? null : showAccountsInOrder(gateway, merchantId),
      gateway.circuits.openAccounts(),
    ])
    const available = [...gateway.providers.values()]
    return { accounts, openCircuits, available }
  },
  show: (caller, { accounts, openCircuits, available }) => {
    const canAdd = accounts !== null && may(caller, 'providers.manage')
    const owner = accounts ? html`Accounts of <span translate="no">${caller.merchantName}</span>` : 'Accounts'
    // Real providers first.
    const sorted = available.toSorted((one, other) => Number(isSimulator(one)) - Number(isSimulator(other)))
    const rows = sorted.map(({ name, capabilities }) => providerRow(name, Object.keys(capabilities), canAdd))
    return {
      title: 'Providers',
      body: html`${openCircuits.length > 0 && openNotice(openCircuits)}
${sheet('accounts', owner, accountsOf(caller, accounts))}
${sheet('providers', 'Available providers', html`<ul class="plain-list" data-list="providers">${rows}</ul>`)}`,
    }
  },
})

const isSimulator = ({ name }: { readonly name: string }) => name.endsWith('-simulator')

function openNotice(ids: readonly string[]): Html {
  return html`<p class="notice notice-warning" role="status">These accounts are not responding and get no payments: ${ids.map((id, index) => html`${index > 0 && ', '}<code translate="no">${id}</code>`)}.</p>`
}

function accountsOf(caller: PersonCaller, accounts: readonly AccountWithCircuit[] | null): Html {
  if (!accounts) {
    const action = { href: '/dashboard/merchants', words: 'View merchants' }
    return statePanel('empty', 'No merchant selected', 'Select a merchant to see its provider accounts.', action)
  }
  if (accounts.length === 0)
    return statePanel('empty', 'No accounts yet', 'Choose a provider below and enter its credentials.')
  return accountList(accounts, { caption: 'Provider accounts', timeZone: caller.timeZone, isLinked: true })
}

interface AccountListOptions {
  readonly caption: string
  readonly timeZone: string
  readonly isLinked: boolean
  /** Place in the routing of a terminal. */
  readonly place?: (account: AccountWithCircuit) => Html
}

export function accountList(
  rows: readonly AccountWithCircuit[],
  { caption, timeZone, isLinked, place }: AccountListOptions,
): Html {
  return list<AccountWithCircuit>({
    name: 'accounts',
    caption,
    columns: (cell) => [
      cell.title('name', 'Account', (one) => one.name),
      cell.state('status', 'Status', (one) => activeBadge(one.status)),
      cell.more('provider', 'Provider', (one) => providerLabel(one.provider)),
      cell.more('circuit-state', 'Connection', ({ circuit }) => circuitStatus(circuit, timeZone)),
      ...(place ? [cell.more('place', 'Order', place)] : []),
      cell.more('account-id', 'ID', (one) => listedId(one.providerAccountId)),
    ],
    rows,
    idOf: (one) => one.providerAccountId,
    ...(isLinked && { hrefOf: (one) => account.hrefOf({ id: one.providerAccountId }) }),
  })
}

function providerRow(name: string, methods: readonly string[], canAdd: boolean): Html {
  return html`<li data-id="${name}" class="sheet-head"><span class="breaks">${providerLabel(name)}<br><span class="hint">${methodsInWords(methods)}</span></span>
${canAdd && html`<a class="button button-secondary" href="${PROVIDERS_PATH}/new?provider=${name}" data-action="open-account">Add account</a>`}</li>
`
}

/** Vouchers are too many to name. */
function methodsInWords(methods: readonly string[]): string {
  const others = methods.filter((method) => voucherNameOf(method) === undefined)
  const vouchers = methods.length - others.length
  return [...others.map(methodLabel), ...(vouchers > 0 ? [`${vouchers} vouchers`] : [])].join(', ')
}

export const providerRoutes = [providers.route, ...newAccountRoutes, ...accountRoutes]
