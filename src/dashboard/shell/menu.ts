import { attributes, type Html, html } from '#html/html.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import type { Permission } from '#identity/permissions.ts'

/** Page of the menu; several with the same entry are its tabs. */
interface Tab {
  readonly entry: string
  readonly words: string
  /** Below `/dashboard`. */
  readonly path: string
  readonly permission: Permission | 'own'
  /** `data-page` of its page, then of the pages below it. */
  readonly pages: readonly string[]
  /** Shortcut, after `g`. */
  readonly key: string | undefined
}

interface MenuGroup {
  readonly heading?: string
  /** Subject of its pages: the selected merchant or the whole gateway. */
  readonly about: 'merchant' | 'platform'
  readonly tabs: readonly Tab[]
}

const tab = (
  entry: string,
  words: string,
  path: string,
  permission: Tab['permission'],
  pages: string,
  key?: string,
) => {
  return { entry, words, path, permission, pages: pages.split(' '), key }
}

const FILES = 'settlement-files settlement-file settlement-upload missing-records'

const MENU: readonly MenuGroup[] = [
  {
    about: 'merchant',
    tabs: [
      tab('Home', 'Home', '', 'own', 'home', 'h'),
      tab('Payments', 'All', 'transactions', 'payments.read', 'transactions transaction refund capture void try', 'p'),
      tab('Payments', 'Disputes', 'disputes', 'disputes.read', 'disputes dispute'),
      tab('Payments', 'Checkouts', 'sessions', 'payments.read', 'sessions session'),
      tab('Payment links', 'Payment links', 'payment-links', 'links.read', 'payment-links payment-link', 'l'),
      tab('Customers', 'Customers', 'customers', 'customers.read', 'customers customer card', 'c'),
      tab('Customers', 'Subscriptions', 'agreements', 'agreements.read', 'agreements agreement'),
      tab('Fraud', 'Reviews', 'reviews', 'reviews.decide', 'reviews review'),
      tab('Fraud', 'Rules', 'rules', 'rules.read', 'rules'),
      tab('Fraud', 'Lists', 'lists/block', 'lists.manage', 'lists'),
      tab('Money', 'Balances', 'balances', 'money.read', 'balances', 'b'),
      tab('Money', 'Daily reports', 'settlements', 'money.read', 'settlements'),
      tab('Analytics', 'Analytics', 'analytics', 'analytics.read', 'analytics', 'a'),
    ],
  },
  {
    heading: 'Developers',
    about: 'merchant',
    tabs: [
      tab('Keys', 'Keys', 'keys', 'keys.read', 'keys'),
      tab('Keys', 'API clients', 'clients', 'keys.read', 'clients client'),
      tab('Webhooks', 'Webhooks', 'webhooks', 'webhooks.read', 'webhooks webhook', 'w'),
      tab('Webhooks', 'Events', 'events', 'payments.read', 'events event', 'e'),
      tab('Requests', 'Requests', 'requests', 'requests.read', 'requests request'),
    ],
  },
  {
    about: 'merchant',
    tabs: [
      tab('Settings', 'Company', 'settings', 'own', 'settings', 's'),
      tab('Settings', 'Checkout page', 'appearance', 'terminals.read', 'appearance'),
      tab('Settings', 'Terminals', 'terminals', 'terminals.read', 'terminals terminal'),
      tab('Settings', 'Team', 'team', 'team.read', 'team'),
      tab('Settings', 'Audit log', 'audit-log', 'audit.read', 'audit-log'),
    ],
  },
  {
    heading: 'Platform',
    about: 'platform',
    tabs: [
      tab('Merchants', 'Merchants', 'merchants', 'platform.read', 'merchants merchant', 'm'),
      tab('Find', 'Find', 'find', 'platform.read', 'find'),
      tab('Providers', 'Providers', 'providers', 'platform.read', 'providers provider'),
      tab('Settlement files', 'Files', 'settlement-files', 'platform.read', FILES),
      tab('System', 'System', 'system', 'platform.read', 'system'),
      tab('System', 'Reversals', 'reversals', 'platform.read', 'reversals'),
    ],
  },
]

/** Menu of the pages that this user may see; the same table guards the routes, so nothing leads to a refusal. */
export function menuOf(caller: PersonCaller, page: string): Html {
  return html`<nav class="menu" id="menu" aria-label="Menu" popover>
${visibleGroups(caller).map((group) => groupOf(group, page))}</nav>`
}

/** Tabs of the entry that a page belongs to; none on the page of one record. @param counts by `data-page` */
export function tabsOf(caller: PersonCaller, page: string, counts: Readonly<Record<string, string>>): Html | false {
  const all = visibleTabs(caller)
  const shown = all.find(({ pages }) => pages[0] === page)
  const tabs = all.filter(({ entry }) => entry === shown?.entry)
  if (!shown || tabs.length < 2) return false
  const links = tabs.map((each) => {
    const count = counts[each.path]
    return html`<a href="${hrefOf(each)}"${attributes({ 'aria-current': each === shown && 'page' })}>${each.words}${count && html` <span class="count" data-field="${each.path}-count">${count}</span>`}</a>`
  })
  return html`<nav class="tab-line sections" aria-label="${shown.entry}"><div class="tabs">${links}</div></nav>`
}

/** Shortcuts with their pages; a tab like `All` is named by its entry. */
export function shortcutsOf(caller: PersonCaller) {
  const tabs = visibleTabs(caller)
  return tabs.flatMap((each) => {
    const { key, entry } = each
    const isFirst = tabs.find((one) => one.entry === entry) === each
    return key === undefined ? [] : [{ key, href: hrefOf(each), words: isFirst ? entry : each.words }]
  })
}

export function menuButton(): Html {
  return html`<button class="button button-quiet menu-button" type="button" popovertarget="menu" data-action="menu" aria-label="Menu"><svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M2 5h16M2 10h16M2 15h16" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg></button>`
}

function visibleTabs(caller: PersonCaller): readonly Tab[] {
  return visibleGroups(caller).flatMap(({ tabs }) => tabs)
}

function visibleGroups(caller: PersonCaller): readonly MenuGroup[] {
  const isVisible = { merchant: caller.merchantId !== null, platform: caller.isPlatform }
  const mayOpen = ({ permission }: Tab) => permission === 'own' || may(caller, permission)
  const groups = MENU.filter(({ about }) => isVisible[about])
  return groups.map((group) => ({ ...group, tabs: group.tabs.filter(mayOpen) })).filter(({ tabs }) => tabs.length > 0)
}

function groupOf({ heading, tabs }: MenuGroup, page: string): Html {
  const links = [...Map.groupBy(tabs, ({ entry }) => entry)].map(([entry, own]) => {
    const isCurrent = own.some(({ pages }) => pages.includes(page))
    return html`<li><a href="${hrefOf(own[0]!)}"${attributes({ 'aria-current': isCurrent && 'page' })}>${entry}</a></li>
`
  })
  return html`<section>${heading && html`<h2 class="eyebrow">${heading}</h2>`}<ul>
${links}</ul></section>
`
}

function hrefOf({ path }: Tab): string {
  return path === '' ? '/dashboard' : `/dashboard/${path}`
}
