import { Type } from 'typebox'
import { changeTerminal } from '#flows/admin/terminals.ts'
import { showAccountsInOrder } from '#flows/terminals/accounts.ts'
import { changeOrigins, showOwnTerminal } from '#flows/terminals/index.ts'
import { simulatedOnly } from '#flows/terminals/simulated-only.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import type { AccountWithCircuit } from '#interface/provider-account.ts'
import { OriginsBody, TerminalChangeBody } from '#interface/terminal.ts'
import type { TerminalRecord } from '#store/merchants/terminals.ts'
import { type Fact, factList } from '../parts/facts.ts'
import { fieldsOf, postButton, postForm, type Shown } from '../parts/form.ts'
import { activeBadge, badge, formatTime, sentenceCase } from '../parts/format.ts'
import { methodLabel } from '../parts/payment-labels.ts'
import { sheet } from '../parts/sheet.ts'
import { copiedId } from '../parts/short-id.ts'
import { accountList } from '../providers/list.ts'
import { action, validated } from '../shell/action.ts'
import { requireMerchant, screen } from '../shell/screen.ts'

export const TERMINALS_PATH = '/dashboard/terminals'

interface TerminalView {
  readonly terminal: TerminalRecord
  /** Methods that no real provider supports. */
  readonly simulated: readonly string[]
  /** In the order in which they are tried. */
  readonly accounts: readonly AccountWithCircuit[]
}

export const terminal = screen({
  path: `${TERMINALS_PATH}/:id`,
  permission: 'terminals.read',
  summary: 'A terminal',
  page: 'terminal',
  done: { saved: 'Saved. Applies to all new requests.' },
  read: async (gateway, { caller, params: { id } }): Promise<TerminalView> => {
    const merchantId = requireMerchant(caller)
    const record = await showOwnTerminal(gateway, merchantId, id)
    const order = record.providerAccounts
    const accounts = may(caller, 'providers.read') ? await showAccountsInOrder(gateway, merchantId, order) : []
    return { terminal: record, accounts, simulated: simulatedOnly(gateway, record) }
  },
  show: (caller, view, shown) => ({
    title: view.terminal.name,
    back: { href: TERMINALS_PATH, words: 'Terminals' },
    body: html`<section class="sheet">
${factList(factsOf(caller, view))}
</section>
${originsSheet(caller, view.terminal, shown)}
${may(caller, 'providers.read') && routing(caller, view, shown)}
${may(caller, 'terminals.manage') && switching(caller, view.terminal)}`,
  }),
})

export function terminalBadge({ status, acceptsPayments }: TerminalRecord): Html {
  return status === 'ACTIVE' && !acceptsPayments ? badge('No new payments', 'warning') : activeBadge(status)
}

export function everythingOr(values: readonly string[] | null): string {
  return values === null ? 'All' : values.length === 0 ? 'None' : values.join(', ')
}

function factsOf({ timeZone }: PersonCaller, { terminal, simulated }: TerminalView): readonly Fact[] {
  return [
    ['Status', terminalBadge(terminal), 'status'],
    ['ID', copiedId(terminal.terminalId, 'terminal-id')],
    ['Methods', everythingOr(terminal.paymentMethods), 'methods'],
    ['Simulators only', simulated.map(methodLabel).join(', '), 'simulated-only'],
    ['Currencies', everythingOr(terminal.currencies), 'currencies'],
    ['Transaction types', everythingOr(terminal.transactionTypes), 'transaction-types'],
    ['Cards without 3-D Secure', terminal.allowUnauthenticated ? 'Allowed' : 'Declined'],
    ['Created', formatTime(terminal.createdAt, timeZone)],
  ]
}

function originsSheet(caller: PersonCaller, record: TerminalRecord, shown: Shown): Html {
  const { allowedOrigins: origins } = record
  const withoutAny =
    caller.realm === 'uat' ? 'Any page can show card fields in test mode.' : 'No page can show card fields yet.'
  const listed = html`<ul data-field="allowed-origins">${origins?.map((origin) => html`<li><code translate="no">${origin}</code></li>`)}</ul>
${origins === null && html`<p class="muted">${withoutAny}</p>`}`
  return html`<section class="sheet">
<h2>Allowed origins</h2>
${may(caller, 'terminals.origins') ? originsForm(caller, record, shown) : listed}
</section>`
}

function originsForm(caller: PersonCaller, { terminalId: id, allowedOrigins }: TerminalRecord, shown: Shown): Html {
  const withoutAny =
    caller.realm === 'uat' ? 'any page can show card fields in test mode' : 'no page can show card fields'
  const body = html`${fieldsOf(shown)({
    name: 'allowed_origins',
    label: 'Allowed origins',
    lines: 4,
    maxlength: 20_000,
    value: (allowedOrigins ?? []).join('\n'),
    hint: `One origin per line, for example https://shop.example, without a path. If empty, ${withoutAny}.`,
  })}
<p class="form-actions"><button class="button button-primary" data-action="save-origins">Save</button></p>`
  return postForm(caller, { name: 'save-origins', action: `${terminal.hrefOf({ id })}/origins`, body })
}

function routing(caller: PersonCaller, { terminal: record, accounts }: TerminalView, shown: Shown): Html {
  const order =
    record.providerAccounts === null
      ? 'All accounts, oldest first.'
      : 'The accounts that this terminal uses, first choice on top.'
  const words = html`<p class="muted">${order} A retryable decline goes to the next account. An account that does not respond is skipped until its next probe.</p>`
  const listed = { caption: 'Provider accounts in routing order', timeZone: caller.timeZone }
  const rows = accountList(accounts, { ...listed, isLinked: may(caller, 'platform.read') })
  const form = may(caller, 'terminals.manage') && routingForm(caller, record, shown)
  return sheet('routing', 'Provider accounts', words, rows, form)
}

function routingForm(caller: PersonCaller, { terminalId: id, providerAccounts }: TerminalRecord, shown: Shown): Html {
  const body = html`${fieldsOf(shown)({
    name: 'provider_accounts',
    label: 'Routing',
    lines: 4,
    maxlength: 5000,
    value: (providerAccounts ?? []).join('\n'),
    hint: 'Account IDs, one per line, first choice on top. Leave empty to use all.',
  })}
<p class="form-actions"><button class="button button-primary" data-action="save-routing">Save routing</button></p>`
  return postForm(caller, { name: 'save-routing', action: `${terminal.hrefOf({ id })}/routing`, body })
}

function switching(caller: PersonCaller, { terminalId: id, status }: TerminalRecord): Html {
  const isActive = status === 'ACTIVE'
  const does = isActive ? 'deactivate' : 'activate'
  const button = { words: sentenceCase(does), does, look: isActive ? 'danger' : 'primary' } as const
  const words = html`<p class="muted">An inactive terminal rejects new payments. Captures, refunds and voids still work.</p>`
  const heading = isActive ? 'Deactivate this terminal' : 'This terminal is inactive'
  return sheet('end', heading, words, postButton(caller, { action: `${terminal.hrefOf({ id })}/${does}`, ...button }))
}

const LINES = Type.Optional(Type.String({ maxLength: 20_000 }))

const originsRoute = action(terminal, {
  at: '/origins',
  permission: 'terminals.origins',
  summary: 'Change the allowed origins of a terminal',
  body: Type.Object({ allowed_origins: LINES }),
  done: 'saved',
  does: async (gateway, { caller, actor, params: { id }, body }) => {
    const entered = { allowed_origins: listOf(body.allowed_origins) }
    const { allowed_origins: origins } = validated(gateway, OriginsBody, entered)
    await changeOrigins(gateway, actor, requireMerchant(caller), id, origins)
  },
})

const routingRoute = action(terminal, {
  at: '/routing',
  permission: 'terminals.manage',
  summary: 'Change the routing of a terminal',
  body: Type.Object({ provider_accounts: LINES }),
  done: 'saved',
  does: async (gateway, { caller, actor, params: { id }, body }) => {
    await showOwnTerminal(gateway, requireMerchant(caller), id)
    const entered = { provider_accounts: listOf(body.provider_accounts) }
    const { provider_accounts: providerAccounts } = validated(gateway, TerminalChangeBody, entered)
    await changeTerminal(gateway, actor, id, { providerAccounts })
  },
})

const switchRoutes = (['deactivate', 'activate'] as const).map((does) =>
  action(terminal, {
    at: `/${does}`,
    permission: 'terminals.manage',
    summary: `${sentenceCase(does)} a terminal`,
    done: 'saved',
    does: async (gateway, { caller, actor, params: { id } }) => {
      await showOwnTerminal(gateway, requireMerchant(caller), id)
      await changeTerminal(gateway, actor, id, { status: does === 'activate' ? 'ACTIVE' : 'INACTIVE' })
    },
  }),
)

/** Items between lines, blanks and commas; null for none, which means any. */
export function listOf(text: string | undefined): string[] | null {
  const items = (text ?? '').split(/[\s,]+/).filter(Boolean)
  return items.length === 0 ? null : items
}

export const routesOfOne = [terminal.route, originsRoute, routingRoute, ...switchRoutes]
