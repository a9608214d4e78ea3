import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '#domain/audit-actions.ts'
import type { ListKind } from '#domain/list-entry.ts'
import type { RulesDifference } from '#domain/rules/difference.ts'
import type { WrittenRule } from '#domain/rules/read-rules.ts'
import type { AuditEntry } from '#flows/admin/audit-log.ts'
import { showClients } from '#flows/clients/index.ts'
import { showTeam } from '#flows/dashboard/team.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type Html, html } from '#html/html.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import type { Permission } from '#identity/permissions.ts'
import { nameOf } from '../clients/page.ts'
import { KIND_WORDS } from '../lists.ts'
import { formatAmount, formatLimit, sentenceCase } from '../parts/format.ts'
import { shortId } from '../parts/sheet.ts'
import { ruleSentence, STATUS_WORDS, withinSentence } from '../rules/words.ts'
import { accountNames, terminalNames } from '../shell/read.ts'

type Changes = Readonly<Record<string, unknown>>

interface Told {
  /** Link or ID of the object. */
  readonly subject: Html
  readonly changes: Changes
  readonly names: Names
}

type Sentence = (told: Told) => Html | string

const about =
  (verb: string): Sentence =>
  ({ subject }) =>
    html`${verb} ${subject}`

/** `allowedOrigins` and `IN_REVIEW` as in a sentence. */
const words = (value: unknown) => sentenceCase(String(value).replace(/(?<=[a-z])[A-Z]/g, '_$&')).toLowerCase()

/** Fields whose names say too little. */
const FIELD_NAMES = new Map([['allowUnauthenticated', 'charging if 3-D Secure cannot be performed']])

/** Changed fields with their new values, if those are short. */
function fieldsOf(changes: Changes, names: Names): string {
  return Object.entries(changes)
    .map(([name, value]) =>
      [FIELD_NAMES.get(name) ?? words(name), valueWords(value, names)].filter(Boolean).join(' to '),
    )
    .join(', ')
}

/** A value of the form that the audit log has; nothing if it is long, or only known to be changed. */
function valueWords(value: unknown, names: Names): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const values = [value].flat()
  const text = values.map((one) => names.get(String(one)) ?? String(one)).join(', ')
  return values.some((one) => typeof one === 'object') || text === 'changed' || text.length > LONGEST_VALUE ? '' : text
}

const LONGEST_VALUE = 100

const STATUS_VERBS: Readonly<Record<string, string>> = { ACTIVE: 'Activated', CANCELED: 'Canceled' }

/** A thing that is switched, or changed in some of its fields. */
const changed =
  (thing: string): Sentence =>
  ({ subject, changes: { status, ...others }, names }) => {
    const fields = fieldsOf(others, names)
    if (status === undefined) return html`Changed ${thing} ${subject}: ${fields}`
    return html`${STATUS_VERBS[String(status)] ?? 'Disabled'} ${thing} ${subject}${fields && `, and changed: ${fields}`}`
  }

/** As `changed`, of an entry with all fields before and after. */
const differing =
  (thing: string): Sentence =>
  (told) => {
    const { before, after, ...others } = told.changes as { readonly before?: Changes; readonly after?: Changes }
    const fields = Object.entries({ ...after }).filter(([name, value]) => !isDeepStrictEqual(value, before?.[name]))
    return changed(thing)({ ...told, changes: { ...Object.fromEntries(fields), ...others } })
  }

/** The entry precedes the provider's answer, so it says what was asked for. */
function moved(noun: string): Sentence {
  return ({ subject, changes: { amount, currency } }) =>
    html`Submitted a ${noun} of ${formatAmount({ amount: BigInt(String(amount)), currency: String(currency) })} for payment ${subject}`
}

function ruleWords(rule: WrittenRule, names: Names): Html {
  const status = STATUS_WORDS[rule.status]
  return html`“${rule.name}”: ${ruleSentence(rule, names)}${rule.status !== 'ACTIVE' && ` (${withinSentence(status)})`}`
}

function rulesChanged({ changes, names }: Told): Html | string {
  const { added = [], removed = [], changed: edited = [], order } = changes as unknown as Partial<RulesDifference>
  const parts = [
    ...added.map((rule) => html`Added rule ${ruleWords(rule, names)}`),
    ...edited.map(({ after }) => html`Changed rule ${ruleWords(after, names)}`),
    ...removed.map(({ name }) => html`Removed rule “${name}”`),
    ...(order ? [html`Reordered the rules`] : []),
  ]
  return parts.length === 0 ? 'Saved the rules' : html`${parts.map((part, at) => html`${at > 0 && html`<br>`}${part}`)}`
}

function listed({ changes: { list, kinds } }: Told): string {
  const entries = Array.isArray(kinds) ? kinds.map((kind: ListKind) => withinSentence(KIND_WORDS[kind] ?? kind)) : []
  return `Added to the ${list} list: ${entries.join(', ')}`
}

/** A sentence for every action, without its actor: their name stands beside it. */
export const SENTENCES: Readonly<Record<AuditAction, Sentence>> = {
  'agreement.changed': differing('agreement'),
  'agreement.imported': about('Imported agreement'),
  'appearance.changed': ({ changes, names }) => `Changed the checkout page: ${fieldsOf(changes, names)}`,
  'client.changed': differing('API client'),
  'client.created': about('Created API client'),
  'client.secret-rotated': about('Rotated the secret of API client'),
  'dispute.accepted': about('Accepted dispute'),
  'erasure.requested': ({ changes: { by } }) =>
    by === 'age' ? 'Erased old customer data' : `Erased a customer, named by ${words(by)}`,
  'keys.rotation-requested': () => 'Began to replace the master key',
  'list.entries-added': listed,
  'list.entry-removed': ({ changes: { list } }) => `Removed an entry from the ${list} list`,
  'list.imported': ({ changes: { list, lines } }) => `Imported ${lines} lines into the ${list} list`,
  'merchant.changed': ({ changes, names }) => `Changed the company: ${fieldsOf(changes, names)}`,
  'merchant.client-secret-rotated': () => 'Rotated the secret of the first client',
  'merchant.created': () => 'Created the company',
  'merchant.encryption-key-rotated': about('Rotated the key for card fields; the new one is'),
  'merchant.simulators-added': () => 'Added accounts of new simulators',
  'merchant.support-limit-changed': ({ changes }) =>
    `Changed the support limit to ${formatLimit(BigInt(String(changes.support_limit)))}`,
  'operator.created': about('Created operator client'),
  'payment-link.changed': differing('payment link'),
  'payment-link.created': about('Created payment link'),
  'payment-link.sent': about('Queued an email with payment link'),
  'payment-method.changed': about('Changed saved card'),
  'payment-method.removed': about('Removed saved card'),
  'payment-page.changed': () => 'Found changes of the payment pages',
  'person.disabled': about('Disabled'),
  'person.enabled': about('Enabled'),
  'person.factors-removed': about('Reset the password and second factors of'),
  'person.invitation-withdrawn': about('Withdrew the invitation of'),
  'person.invited': ({ subject, changes: { role } }) => html`Invited ${subject} as ${words(role)}`,
  'person.joined': ({ changes: { role } }) => `Joined the team as ${words(role)}`,
  'person.passkey-added': () => 'Added a passkey',
  'person.passkey-removed': () => 'Removed a passkey',
  'person.password-changed': () => 'Changed their password',
  'person.password-reset': about('Reset the password of'),
  'person.recovery-codes-renewed': () => 'Renewed their recovery codes',
  'person.renamed': () => 'Changed their name',
  'person.reviewed': about('Reviewed the access of'),
  'person.role-changed': ({ subject, changes: { role } }) => html`Changed the role of ${subject} to ${words(role)}`,
  'person.session-ended': () => 'Ended one of their sessions',
  'person.sessions-ended': about('Signed out everywhere:'),
  'person.totp-added': () => 'Added an authenticator app',
  'person.totp-removed': () => 'Removed their authenticator app',
  'platform.merchant-chosen': () => 'Opened this company as an operator',
  'platform.viewed': about('Viewed as an operator:'),
  'provider-account.changed': changed('provider account'),
  'provider-account.created': about('Added provider account'),
  'reversal.retried': about('Retried the reversal of attempt'),
  'rules.changed': rulesChanged,
  'session.canceled': about('Canceled session'),
  'settlement.accepted': about('Accepted settlement file'),
  'settlement.imported': about('Imported settlement file'),
  'settlement.reverted': about('Reverted settlement file'),
  'terminal.changed': changed('terminal'),
  'terminal.created': about('Created terminal'),
  'test-clock.advanced': ({ changes: { seconds } }) => `Advanced the test clock by ${seconds} seconds`,
  'transaction.capture': moved('capture'),
  'transaction.refund': moved('refund'),
  'transaction.reviewed': ({ subject, changes: { outcome, block } }) =>
    html`Decided the review of payment ${subject}: ${words(outcome)}${Array.isArray(block) && block.length > 0 && `, and blocked ${block.map(words).join(', ')}`}`,
  'transaction.void': moved('void'),
  'wallet-key.created': about('Created wallet key'),
  'wallet-key.imported': about('Imported wallet key'),
  'wallet-key.retired': about('Retired wallet key'),
  'webhook-endpoint.changed': changed('webhook endpoint'),
  'webhook-endpoint.created': about('Created webhook endpoint'),
  'webhook-endpoint.removed': about('Removed webhook endpoint'),
  'webhook-endpoint.secret-rotated': about('Rotated the secret of webhook endpoint'),
  'webhook-endpoint.tested': about('Sent a test event to webhook endpoint'),
}

/** Pages of what entries are about, by the first part of their action; `:id` is the entry's. */
const PAGES: Readonly<Record<string, readonly [path: string, permission: Permission]>> = {
  agreement: ['agreements/:id', 'agreements.read'],
  client: ['clients/:id', 'keys.read'],
  dispute: ['disputes/:id', 'disputes.read'],
  'payment-link': ['payment-links/:id', 'links.read'],
  person: ['team', 'team.read'],
  'provider-account': ['providers/:id', 'platform.read'],
  session: ['sessions/:id', 'payments.read'],
  terminal: ['terminals/:id', 'terminals.read'],
  transaction: ['transactions/:id', 'payments.read'],
  'webhook-endpoint': ['webhooks/:id', 'webhooks.read'],
}

/** Names by ID: team members, invited addresses, API clients, terminals and provider accounts. */
export type Names = ReadonlyMap<string, string>

export async function readPeople(gateway: Gateway, merchantId: string): Promise<Names> {
  const { members, invitations } = await showTeam(gateway, merchantId)
  return new Map([
    ...members.map(({ personId, name }) => [personId, name] as const),
    ...invitations.map(({ invitationId, email }) => [invitationId, email] as const),
  ])
}

export async function readThings(gateway: Gateway, merchantId: string): Promise<Names> {
  const [clients, terminals, accounts] = await Promise.all([
    showClients(gateway, merchantId, undefined, 100),
    terminalNames(gateway, merchantId),
    accountNames(gateway, merchantId),
  ])
  return new Map([...clients.items.map((client) => [client.id, nameOf(client)] as const), ...terminals, ...accounts])
}

/** The object of an entry by its name or ID, with a link if the reader may see its page. */
export function subjectOf(caller: PersonCaller, { action, subject }: AuditEntry, names: Names): Html {
  const [kind = '', deed] = action.split('.', 2)
  const words = names.has(subject) ? html`<span translate="no">${names.get(subject)}</span>` : idOf(subject)
  const [path, permission] = PAGES[kind] ?? []
  if (path === undefined || deed === 'removed' || !may(caller, permission!)) return words
  return html`<a href="/dashboard/${path.replace(':id', encodeURIComponent(subject))}">${words}</a>`
}

/** An ID, or the path of a page, which it leads to. */
function idOf(subject: string): Html {
  return subject.startsWith('/dashboard') ? html`<a href="${subject}">${subject}</a>` : shortId(subject)
}
