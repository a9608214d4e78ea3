import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may, type Permission } from '#identity/permissions.ts'

interface MenuItem {
  /** Below `/dashboard`. */
  readonly path: string
  readonly words: string
  readonly permission: Permission | 'own'
  /** `data-page` of the pages below it. */
  readonly pages: readonly string[]
  readonly uatOnly?: boolean
  readonly key?: string
}

interface MenuGroup {
  readonly heading: string
  /** Subject of its pages: the selected merchant, the whole gateway or the user. */
  readonly about: 'merchant' | 'platform' | 'person'
  readonly items: readonly MenuItem[]
}

const item = (path: string, words: string, permission: MenuItem['permission'], ...pages: string[]): MenuItem => {
  return { path, words, permission, pages: [path || 'home', ...pages] }
}

const MENU: readonly MenuGroup[] = [
  {
    heading: 'Payments',
    about: 'merchant',
    items: [
      { ...item('', 'Home', 'own'), key: 'h' },
      { ...item('transactions', 'Payments', 'payments.read', 'transaction', 'refund', 'capture', 'void'), key: 'p' },
      item('sessions', 'Sessions', 'payments.read', 'session'),
      item('disputes', 'Disputes', 'disputes.read', 'dispute'),
      { ...item('payment-links', 'Payment links', 'links.read', 'payment-link'), key: 'l' },
      { ...item('customers', 'Customers', 'customers.read', 'customer', 'card'), key: 'c' },
      item('agreements', 'Agreements', 'agreements.read', 'agreement'),
      item('rules', 'Rules', 'rules.read'),
      item('reviews', 'Reviews', 'reviews.decide', 'review'),
      item('lists/block', 'Lists', 'lists.manage', 'lists'),
      { ...item('try', 'Try a payment', 'payments.read'), uatOnly: true },
    ],
  },
  {
    heading: 'Money',
    about: 'merchant',
    items: [
      { ...item('balances', 'Balances', 'money.read'), key: 'b' },
      item('settlements', 'Settlements', 'money.read'),
      { ...item('analytics', 'Analytics', 'analytics.read'), key: 'a' },
    ],
  },
  {
    heading: 'Developers',
    about: 'merchant',
    items: [
      { ...item('events', 'Events', 'payments.read', 'event'), key: 'e' },
      { ...item('webhooks', 'Webhooks', 'webhooks.read', 'webhook'), key: 'w' },
      item('keys', 'Keys', 'keys.read'),
      item('clients', 'API clients', 'keys.read', 'client'),
      item('terminals', 'Terminals', 'terminals.read', 'terminal'),
      item('requests', 'Requests', 'requests.read', 'request'),
    ],
  },
  {
    heading: 'Organization',
    about: 'merchant',
    items: [
      item('team', 'Team', 'team.read'),
      item('audit-log', 'Audit log', 'audit.read'),
      { ...item('settings', 'Settings', 'own', 'appearance'), key: 's' },
    ],
  },
  {
    heading: 'Platform',
    about: 'platform',
    items: [
      { ...item('merchants', 'Merchants', 'platform.read', 'merchant'), key: 'm' },
      item('find', 'Find a transaction', 'platform.read'),
      item('providers', 'Providers', 'platform.read', 'provider'),
      item('system', 'System', 'platform.read'),
    ],
  },
]

/** Menu of the pages that this user may see; the same table guards the routes, so nothing leads to a refusal. */
export function menuOf(caller: PersonCaller, page: string): Html {
  const groups = visibleGroups(caller)
  return html`<nav class="menu" id="menu" aria-label="Menu" popover>
${groups.map(({ heading, items }) => groupOf(heading, items, page))}</nav>`
}

export function shortcutsOf(caller: PersonCaller): readonly { readonly key: string; readonly words: string }[] {
  const items = visibleGroups(caller).flatMap((group) => group.items)
  return items.flatMap(({ key, words }) => (key === undefined ? [] : [{ key, words }]))
}

function visibleGroups(caller: PersonCaller): readonly MenuGroup[] {
  return MENU.map((group) => ({ ...group, items: visibleItems(caller, group) })).filter(({ items }) => items.length > 0)
}

export function menuButton(): Html {
  return html`<button class="button button-quiet menu-button" type="button" popovertarget="menu" data-action="menu" aria-label="Menu"><svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M2 5h16M2 10h16M2 15h16" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg></button>`
}

function visibleItems(caller: PersonCaller, { about, items }: MenuGroup): readonly MenuItem[] {
  if (about === 'merchant' && caller.merchantId === null) return []
  if (about === 'platform' && !caller.isPlatform) return []
  return items.filter(
    ({ permission, uatOnly }) =>
      (permission === 'own' || may(caller, permission)) && (!uatOnly || caller.realm === 'uat'),
  )
}

function groupOf(heading: string, items: readonly MenuItem[], page: string): Html {
  const links = items.map(
    ({
      path,
      words,
      pages,
      key,
    }) => html`<li><a href="${path === '' ? '/dashboard' : `/dashboard/${path}`}"${attributes({ 'data-key': key, 'aria-current': pages.includes(page) && 'page' })}>${words}</a></li>
`,
  )
  return html`<section><h2 class="eyebrow">${heading}</h2><ul>
${links}</ul></section>
`
}
