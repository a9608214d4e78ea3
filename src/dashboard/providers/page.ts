import type { ProviderAccount } from '#domain/merchant.ts'
import { notFound } from '#domain/problem.ts'
import { checkProviderAccount } from '#flows/admin/check-provider-account.ts'
import { healthOf } from '#flows/admin/provider-account-health.ts'
import { changeProviderAccount, createProviderAccount, showProviderAccount } from '#flows/admin/provider-accounts.ts'
import { showProviderExchanges } from '#flows/admin/provider-exchanges.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type Html, html } from '#html/html.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import type { AccountHealth, Circuit } from '#interface/provider-account.ts'
import type { KeptExchange } from '#store/transactions/provider-exchanges.ts'
import { postButton, postForm, type Shown } from '../parts/form.ts'
import { activeBadge, badge, formatTime, sentenceCase, timeWithin } from '../parts/format.ts'
import { guideSentence, providerName } from '../parts/provider-name.ts'
import { copiedId, type Fact, factList, sheet } from '../parts/sheet.ts'
import { statePanel } from '../parts/states.ts'
import { trimOrUndefined } from '../shell/list-query.ts'
import { action, requireMerchant, screen } from '../shell/screen.ts'
import {
  AccountBody,
  accountFields,
  checkProblems,
  type Declared,
  declaredBy,
  fieldTitle,
  PROVIDERS_PATH,
  readAccount,
  requireDeclared,
  titled,
} from './form.ts'

interface AccountView {
  readonly record: ProviderAccount
  readonly health: AccountHealth
  readonly declared: Declared
  /** Exchanges of a transaction; null if none is named. */
  readonly exchanges: { readonly transactionId: string; readonly items: readonly KeptExchange[] } | null
}

export const account = screen({
  path: `${PROVIDERS_PATH}/:id`,
  permission: 'platform.read',
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
    const exchanges = items ? { transactionId, items } : null
    return {
      record,
      health: await healthOf(gateway, record),
      declared: declaredBy(gateway, record.provider),
      exchanges,
    }
  },
  show: (caller, view, shown) => {
    const { record } = view
    const canManage = may(caller, 'providers.manage')
    const check = `${PROVIDERS_PATH}/${encodeURIComponent(record.providerAccountId)}/check`
    return {
      title: record.name,
      lead: providerName(record.provider),
      back: { href: PROVIDERS_PATH, words: 'Providers' },
      actions: canManage && postButton(caller, { action: check, words: 'Check credentials', does: 'check' }),
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

function factsOf(
  { timeZone }: PersonCaller,
  { record, declared, health: { circuit, lastCheck } }: AccountView,
): readonly Fact[] {
  const credentials = Object.entries(record.credentials)
  const result =
    lastCheck?.problems.length === 0
      ? badge('OK', 'success')
      : html`${badge('Problems', 'danger')} ${lastCheck && titled(lastCheck.problems.join(' '), declared)}`
  return [
    ['Status', activeBadge(record.status), 'status'],
    ['ID', copiedId(record.providerAccountId, 'account-id')],
    ['Connection', circuitStatus(circuit, timeZone)],
    ['Last check', lastCheck ? formatTime(lastCheck.checkedAt, timeZone, 'second') : 'Never', 'checked'],
    ['Result', lastCheck && html`<span data-field="check-result">${result}</span>`],
    [
      'Credentials',
      credentials.length > 0 &&
        html`${credentials.map(([name, { fingerprint, updatedAt }]) => html`<span class="breaks">${fieldTitle(name)} <span class="hint">${fingerprint.slice(0, 12)}, updated ${timeWithin(new Date(updatedAt), timeZone)}</span></span><br>`)}`,
      'credentials',
    ],
  ]
}

function changeForm(caller: PersonCaller, { record, declared, health }: AccountView, shown: Shown): Html {
  const { providerAccountId: id, name, settings, provider } = record
  const checked = checkProblems(declared, health.lastCheck?.problems ?? [])
  const body = html`${accountFields(declared, { name, settings, isNew: false }, shown, checked)}
<p class="form-actions"><button class="button button-primary" data-action="save">Save</button></p>`
  const words = html`<p class="muted">Leave a credential empty to keep it. A replaced one still works for 24 hours. ${guideSentence(provider, 'each')}</p>`
  return sheet(
    'change',
    'Edit account',
    words,
    postForm(caller, { name: 'save', action: account.hrefOf({ id }), className: 'stack', body }),
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
${exchanges?.items.length === 0 && statePanel('no-match', 'No requests found', 'This payment used a simulator, or its provider requests have expired.')}
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
  body: AccountBody,
  done: 'saved',
  does: async (gateway, { caller, actor, params: { id }, body }) => {
    const { provider } = await ownAccount(gateway, caller, id)
    const changes = readAccount(gateway, requireDeclared(gateway, provider), body)
    await changeProviderAccount(gateway, actor, id, changes)
  },
})

const checkRoute = action(account, {
  ...MANAGED,
  at: '/check',
  done: 'checked',
  does: async (gateway, { caller, params: { id } }) => {
    await ownAccount(gateway, caller, id)
    await checkProviderAccount(gateway, id)
  },
})

const switchRoutes = (['deactivate', 'activate'] as const).map((does) =>
  action(account, {
    ...{ ...MANAGED, at: `/${does}`, done: 'saved' },
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
    return html`<span data-field="circuit" data-circuit="closed">${badge('Responding', 'success')}${since}</span>`
  }
  return html`<span data-field="circuit" data-circuit="open">${badge('Not responding', 'danger')}
<span class="hint">${openedAt && html`since ${timeWithin(openedAt, timeZone, 'second')}`}${probeAt && html`, next attempt ${timeWithin(probeAt, timeZone, 'second')}`}</span></span>`
}

const newAccount = screen({
  path: `${PROVIDERS_PATH}/new`,
  permission: 'providers.manage',
  page: 'provider',
  query: ['provider'],
  read: async (gateway, { caller, query, form }) => {
    requireMerchant(caller)
    const provider = form?.provider ?? query.provider ?? ''
    return { provider, declared: requireDeclared(gateway, provider) }
  },
  show: (caller, { provider, declared }, shown) => {
    const body = html`${accountFields(declared, { name: providerName(provider), settings: {}, isNew: true }, shown)}
<p class="form-actions"><button class="button button-primary" data-action="create">Add account</button></p>`
    return {
      title: `Add ${providerName(provider)} account`,
      back: { href: PROVIDERS_PATH, words: 'Providers' },
      problemsIn: 'form',
      body: html`<section class="sheet">
<p class="muted">Credentials are encrypted when stored and never shown again. ${guideSentence(provider, 'them')}</p>
${postForm(caller, { name: 'create', action: `${PROVIDERS_PATH}/new`, isOnce: true, hidden: { provider }, className: 'stack', body })}
</section>`,
    }
  },
})

const createRoute = action(newAccount, {
  body: AccountBody,
  does: async (gateway, { merchantId, actor, body }) => {
    const { provider = '' } = body
    const entered = readAccount(gateway, requireDeclared(gateway, provider), body)
    const { providerAccountId: id } = await createProviderAccount(gateway, actor, merchantId, { provider, ...entered })
    return account.to({ id }, 'created')
  },
})

export const newAccountRoutes = [newAccount.route, createRoute]
