import type { ProviderAccount } from '#domain/merchant.ts'
import { notFound } from '#domain/problem.ts'
import { checkProviderAccount } from '#flows/admin/check-provider-account.ts'
import { healthOf } from '#flows/admin/provider-account-health.ts'
import { changeProviderAccount, showProviderAccount } from '#flows/admin/provider-accounts.ts'
import { showProviderExchanges } from '#flows/admin/provider-exchanges.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import type { AccountHealth, Circuit } from '#interface/provider-account.ts'
import type { KeptExchange } from '#store/transactions/provider-exchanges.ts'
import { type Fact, factList } from '../parts/facts.ts'
import { postButton, postForm, problemSummary, type Shown } from '../parts/form.ts'
import { activeBadge, badge, formatTime, sentenceCase } from '../parts/format.ts'
import { sheet } from '../parts/sheet.ts'
import { copiedId } from '../parts/short-id.ts'
import { statePanel } from '../parts/states.ts'
import { action } from '../shell/action.ts'
import { trimOrUndefined } from '../shell/list-query.ts'
import { requireMerchant, screen } from '../shell/screen.ts'
import { AccountBody, accountFields, declaredCredentials, PROVIDERS_PATH, readAccount } from './form.ts'

interface AccountView {
  readonly record: ProviderAccount
  readonly health: AccountHealth
  readonly credentials: ReturnType<typeof declaredCredentials>
  /** Exchanges of a transaction; null if none is named. */
  readonly exchanges: { readonly transactionId: string; readonly items: readonly KeptExchange[] } | null
}

export const account = screen({
  path: `${PROVIDERS_PATH}/:id`,
  permission: 'platform.read',
  summary: 'A provider account',
  page: 'provider',
  query: ['transaction_id'],
  done: {
    created: 'Account added. Check it, then add it to a terminal’s routing.',
    saved: 'Saved. Applies to all new requests.',
    checked: 'Check complete. See the result below.',
  },
  read: async (gateway, { caller, params, query }): Promise<AccountView> => {
    const record = await ownAccount(gateway, caller, params.id)
    const transactionId = trimOrUndefined(query.transaction_id)
    const items = transactionId && (await showProviderExchanges(gateway, record.merchantId, transactionId))
    const credentials = gateway.providers.get(record.provider)?.credentials ?? {}
    const exchanges = items ? { transactionId, items } : null
    return { record, health: await healthOf(gateway, record), credentials, exchanges }
  },
  show: (caller, view, shown) => {
    const { record } = view
    const canManage = may(caller, 'providers.manage')
    return {
      title: record.name,
      lead: record.provider,
      back: { href: PROVIDERS_PATH, words: 'Providers' },
      actions: canManage && checkButton(caller, record),
      problemsIn: 'form',
      body: html`<section class="sheet">
${factList(factsOf(caller, view))}
</section>
${canManage && changeForm(caller, view, shown)}
${exchangesSheet(caller, view)}
${canManage && switching(caller, record)}`,
    }
  },
})

/** Finds an account of the chosen merchant; other accounts are unknown. */
async function ownAccount(gateway: Gateway, caller: PersonCaller, id: string): Promise<ProviderAccount> {
  const record = await showProviderAccount(gateway, id)
  if (record.merchantId !== requireMerchant(caller)) throw notFound('provider account')
  return record
}

function factsOf({ timeZone }: PersonCaller, { record, health: { circuit, lastCheck } }: AccountView): readonly Fact[] {
  const credentials = Object.entries(record.credentials)
  const result =
    lastCheck?.problems.length === 0
      ? badge('OK', 'success')
      : html`${badge('Problems', 'danger')} ${lastCheck?.problems.join(' ')}`
  return [
    ['Status', activeBadge(record.status), 'status'],
    ['ID', copiedId(record.providerAccountId, 'account-id')],
    ['Circuit', circuitStatus(circuit, timeZone)],
    ['Last check', lastCheck ? formatTime(lastCheck.checkedAt, timeZone, 'second') : 'Never', 'checked'],
    ['Result', lastCheck && html`<span data-field="check-result">${result}</span>`],
    [
      'Credentials',
      credentials.length > 0 &&
        html`${credentials.map(([name, { fingerprint, updatedAt }]) => html`<span class="breaks"><code translate="no">${name}</code> <span class="hint">${fingerprint.slice(0, 12)}, updated ${formatTime(new Date(updatedAt), timeZone)}</span></span><br>`)}`,
      'credentials',
    ],
  ]
}

function changeForm(caller: PersonCaller, { record, credentials }: AccountView, shown: Shown): Html {
  const { providerAccountId: id, name, settings } = record
  const stored = { name, settings: JSON.stringify(settings, null, 2), credentials, isNew: false }
  const body = html`${problemSummary(shown.problems)}
${accountFields(stored, shown)}
<p class="form-actions"><button class="button button-primary" data-action="save">Save</button></p>`
  const words = html`<p class="muted">Leave a credential empty to keep it. A replaced one still works for 24 hours.</p>`
  return sheet(
    'change',
    'Edit account',
    words,
    postForm(caller, { name: 'save', action: account.hrefOf({ id }), body }),
  )
}

function exchangesSheet({ timeZone }: PersonCaller, { record, exchanges }: AccountView): Html {
  return sheet(
    'exchanges',
    'Provider requests for a payment',
    html`<form method="get" action="${account.hrefOf({ id: record.providerAccountId })}" data-form="exchanges" class="form">
<div class="field"><label for="transaction_id">Transaction ID</label>
<input id="transaction_id" name="transaction_id" value="${exchanges?.transactionId ?? ''}" maxlength="255" autocomplete="off" spellcheck="false"></div>
<p class="form-actions"><button class="button button-secondary" data-action="show-exchanges">Show requests</button></p>
</form>
${exchanges?.items.length === 0 && statePanel({ state: 'no-match', heading: 'No requests found', words: 'This payment used a simulator, or its provider requests have expired.' })}
<ol class="timeline" data-list="exchanges">${exchanges?.items.map((one) => exchangeOf(one, timeZone))}</ol>`,
  )
}

function exchangeOf(exchange: KeptExchange, timeZone: string): Html {
  const { request, requestFields, httpStatus, requestId, answerFields, sentAt } = exchange
  const tone = httpStatus !== null && httpStatus < 400 ? 'success' : 'danger'
  const fieldsOf = (fields: Readonly<Record<string, string>>) =>
    Object.entries(fields).map(
      ([name, value]) => html`<li><code translate="no" class="breaks">${name}: ${value}</code></li>`,
    )
  return html`<li class="step-info" data-id="${exchange.attemptId}">
<p class="step-title"><strong>${request}</strong> ${badge(httpStatus === null ? 'No response' : String(httpStatus), tone)}</p>
<div class="step-detail"><ul>${fieldsOf(requestFields)}</ul><ul>${fieldsOf(answerFields)}</ul>${requestId && html`<p class="hint">Provider request ID: <code translate="no">${requestId}</code></p>`}</div>
<p class="hint">${formatTime(sentAt, timeZone, 'millisecond')}</p>
</li>
`
}

function checkButton(caller: PersonCaller, { providerAccountId: id }: ProviderAccount): Html {
  const button = { words: 'Check credentials', does: 'check', look: 'primary' } as const
  return postButton(caller, { action: `${account.hrefOf({ id })}/check`, ...button })
}

function switching(caller: PersonCaller, { providerAccountId: id, status }: ProviderAccount): Html {
  const does = status === 'ACTIVE' ? 'deactivate' : 'activate'
  const button = { words: sentenceCase(does), does, look: status === 'ACTIVE' ? 'danger' : 'primary' } as const
  const words = html`<p class="muted">It gets no new payments. Existing charges can still be looked up and reversed.</p>`
  const heading = status === 'ACTIVE' ? 'Deactivate this account' : 'This account is inactive'
  return sheet('end', heading, words, postButton(caller, { action: `${account.hrefOf({ id })}/${does}`, ...button }))
}

const MANAGED = { permission: 'providers.manage' } as const

const saveRoute = action(account, {
  ...MANAGED,
  summary: 'Change a provider account',
  body: AccountBody,
  done: 'saved',
  does: async (gateway, { caller, actor, params: { id }, body }) => {
    const { provider } = await ownAccount(gateway, caller, id)
    const changes = readAccount(gateway, declaredCredentials(gateway, provider), body)
    await changeProviderAccount(gateway, actor, id, changes)
  },
})

const checkRoute = action(account, {
  ...MANAGED,
  at: '/check',
  summary: 'Check the credentials of a provider account',
  done: 'checked',
  does: async (gateway, { caller, params: { id } }) => {
    await ownAccount(gateway, caller, id)
    await checkProviderAccount(gateway, id)
  },
})

const switchRoutes = (['deactivate', 'activate'] as const).map((does) =>
  action(account, {
    ...{ ...MANAGED, at: `/${does}`, summary: `${sentenceCase(does)} a provider account`, done: 'saved' },
    does: async (gateway, { caller, actor, params: { id } }) => {
      await ownAccount(gateway, caller, id)
      await changeProviderAccount(gateway, actor, id, { status: does === 'activate' ? 'ACTIVE' : 'INACTIVE' })
    },
  }),
)

export const accountRoutes = [account.route, saveRoute, checkRoute, ...switchRoutes]

export function circuitStatus({ state, failures, openedAt, probeAt }: Circuit, timeZone: string): Html {
  if (state === 'CLOSED') {
    const since =
      failures > 0 &&
      html` <span class="hint">${failures} consecutive ${failures === 1 ? 'failure' : 'failures'}</span>`
    return html`<span data-field="circuit" data-circuit="closed">${badge('Closed', 'success')}${since}</span>`
  }
  return html`<span data-field="circuit" data-circuit="open">${badge('Open', 'danger')}
<span class="hint">${openedAt && html`since ${formatTime(openedAt, timeZone, 'second')}`}${probeAt && html`, next probe ${formatTime(probeAt, timeZone, 'second')}`}</span></span>`
}
