import type { AccountInOrder } from '#flows/terminals/accounts.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import type { TerminalRecord } from '#store/merchants/terminals.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { type FieldProblem, formField, postButton, postForm, problemOf, problemSummary } from '../parts/form.ts'
import { formatTime } from '../parts/format.ts'
import { methodLabel } from '../parts/payment-labels.ts'
import { copiedId } from '../parts/short-id.ts'
import { accountList } from '../providers/account-list.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { everythingOr, terminalBadge } from './list-page.ts'

interface TerminalView {
  readonly terminal: TerminalRecord
  /** Methods that no real provider supports. */
  readonly simulated: readonly string[]
  /** In the order in which they are tried. */
  readonly accounts: readonly AccountInOrder[]
  readonly done?: string | undefined
  readonly typed?: { readonly allowed_origins?: string; readonly provider_accounts?: string }
  readonly problems?: readonly FieldProblem[]
}

export function terminalPage(caller: Viewer, view: TerminalView): DashboardPageAnswer {
  const { terminal, problems = [] } = view
  const body = html`${doneNotice(view.done)}${problemSummary(problems)}
<section class="sheet">
${facts(caller, view)}
</section>
${originsSheet(caller, view)}
${may(caller, 'providers.read') && routing(caller, view)}
${may(caller, 'terminals.manage') && switching(caller, terminal)}`
  return dashboardPage(caller, {
    page: 'terminal',
    title: terminal.name,
    back: { href: '/dashboard/terminals', words: 'Terminals' },
    status: problems.length > 0 ? 422 : 200,
    body,
  })
}

function facts({ timeZone }: Viewer, { terminal, simulated }: TerminalView): Html {
  return factList([
    ['Status', terminalBadge(terminal), 'status'],
    ['ID', copiedId(terminal.terminalId, 'terminal-id')],
    ['Methods', everythingOr(terminal.paymentMethods), 'methods'],
    ['Simulators only', simulated.map(methodLabel).join(', '), 'simulated-only'],
    ['Currencies', everythingOr(terminal.currencies), 'currencies'],
    ['Transaction types', everythingOr(terminal.transactionTypes), 'transaction-types'],
    ['Cards without 3-D Secure', terminal.allowUnauthenticated ? 'Allowed' : 'Declined'],
    ['Created', formatTime(terminal.createdAt, timeZone)],
  ])
}

function originsSheet(caller: Viewer, { terminal, typed, problems = [] }: TerminalView): Html {
  const { allowedOrigins: origins } = terminal
  const nothingSaid =
    caller.realm === 'uat' ? 'Any page can show card fields in test mode.' : 'No page can show card fields yet.'
  const shown = html`<ul data-field="allowed-origins">${origins?.map((origin) => html`<li><code translate="no">${origin}</code></li>`)}</ul>
${origins === null && html`<p class="muted">${nothingSaid}</p>`}`
  return html`<section class="sheet">
<h2>Allowed origins</h2>
${may(caller, 'terminals.origins') ? originsForm(caller, terminal, typed?.allowed_origins, problems) : shown}
</section>`
}

function originsForm(
  caller: Viewer,
  { terminalId, allowedOrigins }: TerminalRecord,
  typed: string | undefined,
  problems: readonly FieldProblem[],
): Html {
  const withoutOrigins =
    caller.realm === 'uat' ? 'any page can show card fields in test mode' : 'no page can show card fields'
  const body = html`${formField({
    name: 'allowed_origins',
    label: 'Allowed origins',
    lines: 4,
    maxlength: 20_000,
    value: typed ?? (allowedOrigins ?? []).join('\n'),
    hint: `One origin per line, for example https://shop.example, without a path. If empty, ${withoutOrigins}.`,
    problem: problemOf(problems, 'allowed_origins'),
  })}
<p class="form-actions"><button class="button button-primary" data-action="save-origins">Save</button></p>`
  const action = `/dashboard/terminals/${terminalId}/origins`
  return postForm(caller, { name: 'save-origins', action, body })
}

function routing(caller: Viewer, view: TerminalView): Html {
  const { terminal, accounts } = view
  const order =
    terminal.providerAccounts === null
      ? 'All accounts, oldest first.'
      : 'The accounts that this terminal uses, first choice on top.'
  return html`<section class="sheet" aria-labelledby="routing">
<h2 id="routing">Provider accounts</h2>
<p class="muted">${order} A retryable decline goes to the next account. An account that does not respond is skipped until its next probe.</p>
${accountList(accounts, { caption: 'Provider accounts in routing order', timeZone: caller.timeZone, isLinked: may(caller, 'platform.read') })}
${may(caller, 'terminals.manage') && routingForm(caller, view)}
</section>`
}

function routingForm(caller: Viewer, { terminal, typed, problems = [] }: TerminalView): Html {
  const body = html`${formField({
    name: 'provider_accounts',
    label: 'Routing',
    lines: 4,
    maxlength: 5000,
    value: typed?.provider_accounts ?? (terminal.providerAccounts ?? []).join('\n'),
    hint: 'Account IDs, one per line, first choice on top. Leave empty to use all.',
    problem: problemOf(problems, 'provider_accounts'),
  })}
<p class="form-actions"><button class="button button-primary" data-action="save-routing">Save routing</button></p>`
  const action = `/dashboard/terminals/${terminal.terminalId}/routing`
  return postForm(caller, { name: 'save-routing', action, body })
}

function switching(caller: Viewer, { terminalId, status }: TerminalRecord): Html {
  const isActive = status === 'ACTIVE'
  const does = isActive ? 'deactivate' : 'activate'
  const action = `/dashboard/terminals/${terminalId}/${does}`
  const words = isActive ? 'Deactivate' : 'Activate'
  return html`<section class="sheet" aria-labelledby="end">
<h2 id="end">${isActive ? 'Deactivate this terminal' : 'This terminal is inactive'}</h2>
<p class="muted">An inactive terminal rejects new payments. Captures, refunds and voids still work.</p>
${postButton(caller, { action, words, does, look: isActive ? 'danger' : 'primary' })}
</section>`
}
