import type { ProviderAccount } from '#domain/merchant.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import type { AccountHealth } from '#interface/provider-account.ts'
import type { KeptExchange } from '#store/transactions/provider-exchanges.ts'
import { circuitStatus } from '../parts/circuit.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { type FieldProblem, postButton, postForm, problemSummary } from '../parts/form.ts'
import { activeBadge, badge, formatTime, sentenceCase } from '../parts/format.ts'
import { copiedId } from '../parts/short-id.ts'
import { statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { type AccountForm, accountFields } from './form.ts'

interface ProviderView {
  readonly account: ProviderAccount
  readonly health: AccountHealth
  readonly form: AccountForm
  /** Exchanges of a transaction; null if none is named. */
  readonly exchanges: { readonly transactionId: string; readonly items: readonly KeptExchange[] } | null
  readonly done?: string | undefined
  readonly problems?: readonly FieldProblem[]
}

const PATH = '/dashboard/providers'

export function providerPage(caller: Viewer, view: ProviderView): DashboardPageAnswer {
  const { account, problems = [] } = view
  const body = html`${doneNotice(view.done)}
<section class="sheet">
${facts(caller, view)}
</section>
${may(caller, 'providers.manage') && changeForm(caller, view, problems)}
${exchangesSheet(caller, view)}
${may(caller, 'providers.manage') && switching(caller, account)}`
  return dashboardPage(caller, {
    page: 'provider',
    title: account.name,
    lead: account.provider,
    back: { href: PATH, words: 'Providers' },
    actions: may(caller, 'providers.manage') ? check(caller, account) : undefined,
    status: problems.length > 0 ? 422 : 200,
    body,
  })
}

export function newProviderPage(
  caller: Viewer,
  view: { readonly provider: string; readonly form: AccountForm; readonly problems?: readonly FieldProblem[] },
): DashboardPageAnswer {
  const { provider, form, problems = [] } = view
  const fields = html`${problemSummary(problems)}
${accountFields(form, problems)}
<p class="form-actions"><button class="button button-primary" data-action="create">Add account</button></p>`
  const body = html`<section class="sheet">
<p class="muted">Credentials are encrypted when stored and never shown again. <a href="/docs/providers">The guides of providers</a> show where to find them.</p>
${postForm(caller, { name: 'create', action: `${PATH}/new`, isOnce: true, hidden: { provider }, body: fields })}
</section>`
  return dashboardPage(caller, {
    page: 'provider',
    title: `Add ${provider} account`,
    back: { href: PATH, words: 'Providers' },
    status: problems.length > 0 ? 422 : 200,
    body,
  })
}

function facts({ timeZone }: Viewer, { account, health: { circuit, lastCheck } }: ProviderView): Html {
  const { status, credentials } = account
  const named = Object.entries(credentials)
  return factList([
    ['Status', activeBadge(status), 'status'],
    ['ID', copiedId(account.providerAccountId, 'account-id')],
    ['Circuit', circuitStatus(circuit, timeZone)],
    ['Last check', lastCheck ? formatTime(lastCheck.checkedAt, timeZone, 'second') : 'Never', 'checked'],
    [
      'Result',
      lastCheck &&
        html`<span data-field="check-result">${lastCheck.problems.length === 0 ? badge('OK', 'success') : html`${badge('Problems', 'danger')} ${lastCheck.problems.join(' ')}`}</span>`,
    ],
    [
      'Credentials',
      named.length > 0 &&
        html`${named.map(([name, { fingerprint, updatedAt }]) => html`<span class="breaks"><code translate="no">${name}</code> <span class="hint">${fingerprint.slice(0, 12)}, updated ${formatTime(new Date(updatedAt), timeZone)}</span></span><br>`)}`,
      'credentials',
    ],
  ])
}

function changeForm(caller: Viewer, { account, form }: ProviderView, problems: readonly FieldProblem[]): Html {
  const body = html`${problemSummary(problems)}
${accountFields(form, problems)}
<p class="form-actions"><button class="button button-primary" data-action="save">Save</button></p>`
  const action = `${PATH}/${account.providerAccountId}`
  return html`<section class="sheet" aria-labelledby="change"><h2 id="change">Edit account</h2>
<p class="muted">Leave a credential empty to keep it. A replaced one still works for 24 hours.</p>
${postForm(caller, { name: 'save', action, body })}
</section>`
}

function exchangesSheet({ timeZone }: Viewer, { account, exchanges }: ProviderView): Html {
  const path = `${PATH}/${account.providerAccountId}`
  return html`<section class="sheet" aria-labelledby="exchanges">
<h2 id="exchanges">Provider requests for a payment</h2>
<form method="get" action="${path}" data-form="exchanges" class="form">
<div class="field"><label for="transaction_id">Transaction ID</label>
<input id="transaction_id" name="transaction_id" value="${exchanges?.transactionId ?? ''}" maxlength="255" autocomplete="off" spellcheck="false"></div>
<p class="form-actions"><button class="button button-secondary" data-action="show-exchanges">Show requests</button></p>
</form>
${exchanges?.items.length === 0 && statePanel({ state: 'no-match', heading: 'No requests found', words: 'This payment used a simulator, or its provider requests have expired.' })}
<ol class="timeline" data-list="exchanges">${exchanges?.items.map((one) => exchangeOf(one, timeZone))}</ol>
</section>`
}

function exchangeOf(exchange: KeptExchange, timeZone: string): Html {
  const { request, requestFields, httpStatus, requestId, answerFields, sentAt } = exchange
  const fieldsOf = (fields: Readonly<Record<string, string>>) =>
    Object.entries(fields).map(
      ([name, value]) => html`<li><code translate="no" class="breaks">${name}: ${value}</code></li>`,
    )
  return html`<li class="step-info" data-id="${exchange.attemptId}">
<p class="step-title"><strong>${request}</strong> ${badge(httpStatus === null ? 'No response' : String(httpStatus), httpStatus !== null && httpStatus < 400 ? 'success' : 'danger')}</p>
<div class="step-detail"><ul>${fieldsOf(requestFields)}</ul><ul>${fieldsOf(answerFields)}</ul>${requestId && html`<p class="hint">Provider request ID: <code translate="no">${requestId}</code></p>`}</div>
<p class="hint">${formatTime(sentAt, timeZone, 'millisecond')}</p>
</li>
`
}

function check(caller: Viewer, { providerAccountId: id }: ProviderAccount): Html {
  const action = `${PATH}/${id}/check`
  return postButton(caller, { action, words: 'Check credentials', does: 'check', look: 'primary' })
}

function switching(caller: Viewer, { providerAccountId: id, status }: ProviderAccount): Html {
  const does = status === 'ACTIVE' ? 'deactivate' : 'activate'
  return html`<section class="sheet" aria-labelledby="end">
<h2 id="end">${status === 'ACTIVE' ? 'Deactivate this account' : 'This account is inactive'}</h2>
<p class="muted">It gets no new payments. Existing charges can still be looked up and reversed.</p>
${postButton(caller, { action: `${PATH}/${id}/${does}`, words: sentenceCase(does), does, look: status === 'ACTIVE' ? 'danger' : 'primary' })}
</section>`
}
