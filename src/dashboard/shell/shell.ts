import type { AssetFile } from '#html/assets.ts'
import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'
import { type Page, renderPage } from '#html/layout.ts'
import type { Answer } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { postForm } from '../parts/form.ts'
import { sentenceCase } from '../parts/format.ts'
import { accountMenu } from './account-menu.ts'
import { barSearch } from './bar-search.ts'
import { menuButton, menuOf } from './menu.ts'
import { shortcutList } from './shortcuts.ts'

export interface DashboardPage {
  /** `data-page`: the last fixed word of the path, singular for one thing. */
  readonly page: string
  /** The heading; also the window's title. */
  readonly title: string
  /** Below the heading, in one line. */
  readonly lead?: Html | string | undefined
  /** Beside the heading: what can be done here. */
  readonly actions?: Html | readonly Html[] | false | undefined
  /** Above the heading: the list this thing belongs to. */
  readonly back?: { readonly href: string; readonly words: string }
  readonly body: Html | readonly Html[]
  /** Text of the bar's search box, if it is part of this page's filters. */
  readonly searched?: string
  /** Version of what is in progress: a change reloads the page. Not for operators, whose every view is recorded. */
  readonly progress?: string | false | undefined
  readonly status?: number
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
${caller.realm === 'uat' && html`<aside class="ribbon" aria-label="Test mode"><strong>Test mode</strong> <span>– no real money moves here</span></aside>`}
<div class="shell"${attributes({ 'data-idle': caller.idleSeconds })}>
${topBar(caller, content)}
${menuOf(caller, content.page)}
<main class="content" id="content" tabindex="-1"${attributes({ 'data-progress': !caller.isPlatform && content.progress })}>
${platformBanner(caller)}
${heading(content)}
${content.body}
</main>
</div>
${idleWarning()}
${shortcutList(caller)}`
}

function topBar(caller: PersonCaller, content: DashboardPage): Html {
  return html`<header class="bar">
${menuButton()}
<a class="brand" href="/dashboard">Tollgate <span class="realm">${caller.realm}</span></a>
${merchantChooser(caller)}
${barSearch(caller, content)}
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
