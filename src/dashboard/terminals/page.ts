import { Type } from 'typebox'
import { RECEIPTS, type Receipts } from '#domain/mail.ts'
import { changeTerminal } from '#flows/admin/terminals.ts'
import type { Gateway } from '#flows/gateway.ts'
import { showAccountsInOrder } from '#flows/terminals/accounts.ts'
import { changeOrigins, showOwnTerminal } from '#flows/terminals/index.ts'
import { simulatedOnly } from '#flows/terminals/simulated-only.ts'
import { type Html, html } from '#html/html.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { OriginsBody, TerminalChangeBody } from '#interface/terminal.ts'
import type { TerminalRecord } from '#store/merchants/terminals.ts'
import { type FormField, fieldsOf, postButton, postForm, type Shown } from '../parts/form.ts'
import { activeBadge, badge, formatTime, sentenceCase } from '../parts/format.ts'
import { methodLabel } from '../parts/payment-labels.ts'
import { copiedId, type Fact, factList, sheet } from '../parts/sheet.ts'
import { action, screen, validated } from '../shell/screen.ts'
import { orderIn, type Routing, RoutingBody, routingSheet } from './routing.ts'

export const TERMINALS_PATH = '/dashboard/terminals'

interface TerminalView {
  readonly terminal: TerminalRecord
  /** Methods that no real provider supports. */
  readonly simulated: readonly string[]
  readonly routing: Routing
  readonly sendsMail: boolean
}

export const terminal = screen({
  path: `${TERMINALS_PATH}/:id`,
  permission: 'terminals.read',
  done: { saved: 'Saved. Applies to all new requests.' },
  read: async (gateway, { caller, merchantId, params: { id } }): Promise<TerminalView> => {
    const record = await showOwnTerminal(gateway, merchantId, id)
    const routing = may(caller, 'providers.read') ? await readRouting(gateway, merchantId, record) : NO_ROUTING
    const sendsMail = gateway.settings.mail !== undefined
    return { terminal: record, routing, sendsMail, simulated: simulatedOnly(gateway, record) }
  },
  show: (caller, view, shown) => ({
    title: view.terminal.name,
    lead: 'One place where you take payments',
    back: { href: TERMINALS_PATH, words: 'Terminals' },
    body: html`<section class="sheet">
${factList(factsOf(caller, view))}
${!may(caller, 'terminals.manage') && html`<p class="hint">Only the gateway operator can change these.</p>`}
</section>
${originsSheet(caller, view.terminal, shown)}
${view.sendsMail && may(caller, 'terminals.manage') && receiptsSheet(caller, view.terminal, shown)}
${may(caller, 'providers.read') && routingSheet(caller, view.routing, `${TERMINALS_PATH}/${view.terminal.terminalId}`, shown)}
${may(caller, 'terminals.manage') && switching(caller, view.terminal)}`,
  }),
})

const NO_ROUTING: Routing = { order: null, used: [], unused: [] }

async function readRouting(gateway: Gateway, merchantId: string, record: TerminalRecord): Promise<Routing> {
  const order = record.providerAccounts
  const used = await showAccountsInOrder(gateway, merchantId, order)
  const all = order === null ? used : await showAccountsInOrder(gateway, merchantId)
  const isUsed = (id: string) => used.some(({ providerAccountId }) => providerAccountId === id)
  return { order, used, unused: all.filter(({ providerAccountId }) => !isUsed(providerAccountId)) }
}

export function terminalBadge({ status, acceptsPayments }: TerminalRecord): Html {
  return status === 'ACTIVE' && !acceptsPayments ? badge('No new payments', 'warning') : activeBadge(status)
}

export function everythingOr(values: readonly string[] | null): string {
  return values === null ? 'All' : values.length === 0 ? 'None' : values.join(', ')
}

export const methodsOf = (methods: readonly string[] | null) => everythingOr(methods?.map(methodLabel) ?? null)

function factsOf({ timeZone }: PersonCaller, { terminal, simulated, sendsMail }: TerminalView): readonly Fact[] {
  return [
    ['Status', terminalBadge(terminal), 'status'],
    ['ID', copiedId(terminal.terminalId, 'terminal-id')],
    ['Methods', methodsOf(terminal.paymentMethods), 'methods'],
    ['Simulators only', simulated.map(methodLabel).join(', '), 'simulated-only'],
    ['Currencies', everythingOr(terminal.currencies), 'currencies'],
    ['Transaction types', everythingOr(terminal.transactionTypes), 'transaction-types'],
    ['Receipts by email', sendsMail ? RECEIPT_LABELS[terminal.receipts] : null, 'receipts'],
    ['If 3-D Secure cannot be performed', terminal.allowUnauthenticated ? 'Charged' : 'Declined', 'unauthenticated'],
    ['Created', formatTime(terminal.createdAt, timeZone)],
  ]
}

function originsSheet(caller: PersonCaller, record: TerminalRecord, shown: Shown): Html {
  const { allowedOrigins: origins } = record
  const listed = html`<ul data-field="allowed-origins">${origins?.map((origin) => html`<li><code translate="no">${origin}</code></li>`)}</ul>
${origins === null && html`<p class="muted">No origins: ${withoutOrigins(caller)}.</p>`}`
  const content = may(caller, 'terminals.origins') ? originsForm(caller, record, shown) : listed
  return sheet('origins', 'Allowed origins', content)
}

const withoutOrigins = ({ realm }: PersonCaller) =>
  realm === 'uat' ? 'any page can show card fields in test mode' : 'no page can show card fields'

function originsForm(caller: PersonCaller, { terminalId: id, allowedOrigins }: TerminalRecord, shown: Shown): Html {
  const body = html`${fieldsOf(shown)({
    name: 'allowed_origins',
    label: 'Websites that may show card fields',
    lines: 4,
    maxlength: 20_000,
    value: (allowedOrigins ?? []).join('\n'),
    hint: `One per line, for example https://shop.example, without a path. If empty, ${withoutOrigins(caller)}.`,
  })}
<p class="form-actions"><button class="button button-primary" data-action="save-origins">Save</button></p>`
  return postForm(caller, { name: 'save-origins', action: `${terminal.hrefOf({ id })}/origins`, body })
}

const RECEIPT_LABELS: Readonly<Record<Receipts, string>> = {
  off: 'None',
  link: 'Payments through payment links',
  all: 'All payments',
}

export function receiptsField(value: Receipts): FormField {
  const options = RECEIPTS.map((each) => [each, RECEIPT_LABELS[each]] as const)
  const hint = 'Sent to the email of the customer once the payment is approved.'
  return { name: 'receipts', label: 'Send a receipt for', options, value, hint }
}

function receiptsSheet(caller: PersonCaller, { terminalId: id, receipts }: TerminalRecord, shown: Shown): Html {
  const body = html`${fieldsOf(shown)(receiptsField(receipts))}
<p class="form-actions"><button class="button button-primary" data-action="save-receipts">Save</button></p>`
  const form = postForm(caller, { name: 'save-receipts', action: `${terminal.hrefOf({ id })}/receipts`, body })
  return sheet('receipts', 'Receipts by email', form)
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
  body: Type.Object({ allowed_origins: LINES }),
  done: 'saved',
  does: async (gateway, { merchantId, actor, params: { id }, body }) => {
    const entered = { allowed_origins: listOf(body.allowed_origins) }
    const { allowed_origins: origins } = validated(gateway, OriginsBody, entered)
    await changeOrigins(gateway, actor, merchantId, id, origins)
  },
})

const routingRoute = action(terminal, {
  at: '/routing',
  permission: 'terminals.manage',
  body: RoutingBody,
  done: 'saved',
  does: async (gateway, { merchantId, actor, params: { id }, body }) => {
    const record = await showOwnTerminal(gateway, merchantId, id)
    const { provider_accounts: text, ...form } = body
    const ticked = text === undefined ? orderIn(form, await readRouting(gateway, merchantId, record)) : listOf(text)
    const entered = { provider_accounts: ticked }
    const { provider_accounts: providerAccounts } = validated(gateway, TerminalChangeBody, entered)
    await changeTerminal(gateway, actor, id, { providerAccounts })
  },
})

const receiptsRoute = action(terminal, {
  at: '/receipts',
  permission: 'terminals.manage',
  body: ['receipts'],
  done: 'saved',
  does: async (gateway, { merchantId, actor, params: { id }, body }) => {
    await showOwnTerminal(gateway, merchantId, id)
    const { receipts = 'off' } = validated(gateway, TerminalChangeBody, { receipts: body.receipts ?? '' })
    await changeTerminal(gateway, actor, id, { receipts })
  },
})

const switchRoutes = (['deactivate', 'activate'] as const).map((does) =>
  action(terminal, {
    at: `/${does}`,
    permission: 'terminals.manage',
    done: 'saved',
    does: async (gateway, { merchantId, actor, params: { id } }) => {
      await showOwnTerminal(gateway, merchantId, id)
      await changeTerminal(gateway, actor, id, { status: does === 'activate' ? 'ACTIVE' : 'INACTIVE' })
    },
  }),
)

/** Items between lines, blanks and commas; null for none, which means any. */
export function listOf(text: string | undefined): string[] | null {
  const items = (text ?? '').split(/[\s,]+/).filter(Boolean)
  return items.length === 0 ? null : items
}

export const routesOfOne = [terminal.route, originsRoute, receiptsRoute, routingRoute, ...switchRoutes]
