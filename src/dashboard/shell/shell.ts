import { type AssetFile, assetPath } from '#html/assets.ts'
import { attributes, type Html, html } from '#html/html.ts'
import { type Page, renderPage } from '#html/layout.ts'
import type { Answer } from '#http/route.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { FILTERS_FORM } from '../parts/filters.ts'
import { postForm } from '../parts/form.ts'
import { sentenceCase } from '../parts/format.ts'
import { accountMenu, shortcutList } from './account-menu.ts'
import { menuButton, menuOf, tabsOf } from './menu.ts'

export interface DashboardPage {
  /** `data-page`: the last fixed word of the path, singular for one thing. */
  readonly page: string
  readonly title: string
  /** Below the heading, in one line. */
  readonly lead?: Html | string | undefined
  /** Beside the heading: what can be done here. */
  readonly actions?: Html | readonly Html[] | false | undefined
  /** Above the heading: the list this thing belongs to. */
  readonly back?: { readonly href: string; readonly words: string }
  readonly body: Html | readonly Html[]
  /** Numbers of tabs, by their paths. */
  readonly counts?: Readonly<Record<string, string>>
  /** Text of the bar's search box, if it is part of this page's filters. */
  readonly searched?: string
  /** Version of what is in progress: a change reloads the page. Not for operators, whose every view is recorded. */
  readonly progress?: string | false | undefined
  readonly status?: number
  /** Says why there is no page, so no visit of a merchant to announce. */
  readonly isState?: true
  readonly scripts?: readonly AssetFile[]
  /** A style sheet of this page alone, made of checked values only. */
  readonly look?: string
}

export type DashboardPageAnswer = Extract<Answer, { page: Page }>

export function dashboardPage(caller: PersonCaller, content: DashboardPage): DashboardPageAnswer {
  const { title, scripts = [] } = content
  const page = renderPage({
    title: `${title} · ${caller.merchantName || 'Tollgate'}`,
    page: content.page,
    body: shell(caller, content),
    styles: ['dashboard/dashboard.css'],
    scripts: ['dashboard/main.ts', ...scripts],
    connects: true,
    ...(content.look !== undefined && { look: content.look }),
    colorScheme: caller.colorScheme,
  })
  // Leaves the page when the session has ended, without a script too.
  return { status: content.status ?? 200, page, headers: { refresh: String(caller.idleSeconds + 1) } }
}

function shell(caller: PersonCaller, content: DashboardPage): Html {
  return html`<a class="skip" href="#content">Skip to content</a>
${caller.realm === 'uat' && ribbon(caller)}
<div class="shell"${attributes({ 'data-idle': caller.idleSeconds })}>
${topBar(caller, content)}
${menuOf(caller, content.page)}
<main class="content" id="content" tabindex="-1"${attributes({ 'data-progress': !caller.isPlatform && content.progress })}>
${!content.isState && platformBanner(caller)}
${tabsOf(caller, content.page, content.counts ?? {})}
${heading(content)}
${content.body}
</main>
</div>
${idleWarning()}
${shortcutList(caller)}`
}

function ribbon(caller: PersonCaller): Html {
  const mayTry = caller.merchantId !== null && may(caller, 'payments.read')
  return html`<aside class="ribbon" aria-label="Test mode"><strong>Test mode</strong> <span>– no real money moves here</span>
${mayTry && html`<a href="/dashboard/try">Try a payment</a>`}</aside>`
}

function topBar(caller: PersonCaller, content: DashboardPage): Html {
  return html`<header class="bar">
${menuButton()}
<a class="brand" href="/dashboard"><img src="${assetPath('icon.svg')}" width="24" height="24" alt=""> Tollgate <span class="realm">${caller.realm}</span></a>
${merchantChooser(caller)}
${barSearch(caller, content)}
<p class="zone">Times in ${caller.timeZone.replaceAll('_', ' ')}</p>
${accountMenu(caller)}
</header>`
}

function merchantChooser(caller: PersonCaller): Html | false {
  const { merchantId, merchantName, memberships } = caller
  if (memberships.length < 2) return html`<p class="merchant" translate="no">${merchantName}</p>`
  const choices = memberships.map(
    (each) =>
      html`<option value="${each.merchantId}"${attributes({ selected: each.merchantId === merchantId })}>${each.merchantName}</option>`,
  )
  const body = html`<select name="merchant_id" aria-label="Merchant" data-auto-submit translate="no">${choices}</select>
<button class="button button-quiet" data-action="choose">Choose</button>`
  return postForm(caller, { name: 'choose', action: '/dashboard/choose', className: 'merchant', body })
}

/** Operators see a merchant's payments, which is recorded. */
function platformBanner({ isPlatform, merchantId, merchantName, role }: PersonCaller): Html | false {
  if (!isPlatform || merchantId === null) return false
  return html`<p class="notice notice-warning" data-state="platform">You are viewing <strong translate="no">${merchantName}</strong> as ${sentenceCase(role).toLowerCase()}. The pages you open are recorded in the merchant’s audit log.</p>`
}

function heading({ title, lead, actions, back }: DashboardPage): Html {
  return html`${back && html`<p class="crumb"><a href="${back.href}">← ${back.words}</a></p>`}
<div class="head">
<div class="head-words"><h1>${title}</h1>
${lead && html`<p class="muted">${lead}</p>`}</div>
${actions && html`<div class="head-actions">${actions}</div>`}
</div>`
}

/** Shown by the script before the session ends automatically. */
function idleWarning(): Html {
  return html`<dialog class="dialog" data-state="idle-warning" aria-labelledby="idle-heading">
<h2 id="idle-heading">Are you still there?</h2>
<p>You will be signed out in <span data-field="idle-left"></span> because you have been inactive.</p>
<p class="dialog-actions"><button class="button button-primary" type="button" data-action="stay">Stay signed in</button></p>
</dialog>`
}

const PAYMENT = { label: 'Find a payment', hint: 'Find by ID, reference, name, email, card or amount' }
const TRANSACTION = { label: 'Find a transaction', hint: 'Find by ID or reference' }

/** Searches payments of the merchant, or without one all transactions; the list of payments has it among its filters. */
function barSearch(
  caller: PersonCaller,
  { page, searched }: { readonly page: string; readonly searched?: string },
): Html | false {
  if (searched !== undefined) {
    const part = { form: FILTERS_FORM, value: searched, 'data-filter': 'q' }
    return html`<div class="bar-search">${box(PAYMENT, part, { form: FILTERS_FORM, 'data-action': 'search' })}</div>`
  }
  if (caller.merchantId === null) {
    return caller.isPlatform && page !== 'find' && form('/dashboard/find', TRANSACTION)
  }
  return may(caller, 'payments.read') && form('/dashboard/transactions', PAYMENT)
}

function form(action: string, search: typeof PAYMENT): Html {
  return html`<form class="bar-search" method="get" action="${action}" role="search" aria-label="${search.label}">${box(search, {}, {})}</form>`
}

function box(
  { label, hint }: typeof PAYMENT,
  input: Parameters<typeof attributes>[0],
  button: Parameters<typeof attributes>[0],
): Html {
  return html`<input type="search" name="q" maxlength="255" autocomplete="off" spellcheck="false" aria-label="${label}"
placeholder="${hint}" aria-keyshortcuts="/"${attributes(input)}>
<button class="button button-quiet" aria-label="Search"${attributes(button)}>${GLASS}</button>`
}

const GLASS = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M11 11l4 4M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0z" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round"/></svg>`
