import { subscribedTypes } from '#domain/event-types.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { writeRule } from '#domain/rules/read-rules.ts'
import { AppearanceBody } from '#interface/appearance.ts'
import type { MerchantConfiguration } from '#interface/configuration.ts'
import { MerchantChangeBody, MerchantRecord } from '#interface/merchant.ts'
import { TerminalChangeBody, TerminalRecord } from '#interface/terminal.ts'
import { isSimulator } from '#simulators/registry.ts'
import type { TerminalRecord as Terminal } from '#store/merchants/terminals.ts'
import { readTestClock } from '#store/merchants/test-clock.ts'
import { listEntriesOfNoPerson } from '#store/rules/list-entries.ts'
import { type MerchantWithAccess, showMerchant } from '../admin/merchants.ts'
import { showAppearance, showLogo } from '../appearance.ts'
import type { Gateway } from '../gateway.ts'
import { showRules } from '../rules/index.ts'
import type { WebhookEndpoint } from '../webhook-endpoints/index.ts'
import { type Named, nameIn, namesForIds, readNamed } from './names.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Configuration of a merchant (docs/reference/configuration.md). @throws RequestError 404, `invalid` for equal names */
export async function readConfiguration(gateway: Gateway, merchantId: string): Promise<MerchantConfiguration> {
  const merchant = await showMerchant(gateway, merchantId)
  const named = await readNamed(gateway, merchantId)
  const now = await readTestClock(gateway.sql, merchantId)
  const entries = await listEntriesOfNoPerson(gateway.sql, merchantId)
  const shown = entries.filter(({ expiresAt }) => !expiresAt || expiresAt > now)
  const listed = (name: string) => shown.filter(({ list }) => list === name).map(entryView)
  const rulesOf = async (kind: 'risk' | 'routing') =>
    namesForIds((await showRules(gateway, merchantId, kind)).rules.map(writeRule), named)
  return {
    ...merchantView(merchant),
    appearance: await readAppearance(gateway, merchantId),
    provider_accounts: [...named.accounts.values()].filter((account) => !isUntouched(account)).map(accountView),
    terminals: byName(named.terminals).map((terminal) => terminalView(terminal, named)),
    webhook_endpoints: byName(named.endpoints).map((endpoint) => endpointView(endpoint, named)),
    rules: { risk: await rulesOf('risk'), routing: await rulesOf('routing') },
    lists: { block: listed('block'), allow: listed('allow') },
  } as unknown as MerchantConfiguration
}

/** Account that came with the merchant, as other test gateways have it too. */
function isUntouched({ provider, name, status, settings, credentials }: ProviderAccount): boolean {
  const isEmpty = Object.keys({ ...settings, ...credentials }).length === 0
  return isSimulator(provider) && name === provider && status === 'ACTIVE' && isEmpty
}

export const merchantView = (merchant: MerchantWithAccess) =>
  pick(MerchantChangeBody.properties, MerchantRecord.of({ ...merchant, clientSecret: undefined }))

export async function readAppearance(gateway: Gateway, merchantId: string): Promise<Fields> {
  const { displayName, accentColor, logoDigest } = await showAppearance(gateway, merchantId)
  const { type, bytes } = logoDigest === null ? { type: null, bytes: null } : await showLogo(gateway, logoDigest)
  const logo = bytes && `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
  return pick(AppearanceBody.properties, { display_name: displayName, accent_color: accentColor, logo })
}

/** Credentials by name, without their values. */
export function accountView({ provider, name, status, settings, credentials }: ProviderAccount): Fields {
  const names = Object.keys(credentials).sort()
  return { provider, name, status, settings, credentials: Object.fromEntries(names.map((one) => [one, null])) }
}

/** Without a default limit of cards, which differs between test and production. */
export function terminalView(terminal: Terminal, { accounts }: Named): Fields {
  const names = new Map([...accounts].map(([name, { providerAccountId }]) => [providerAccountId, name]))
  const used = terminal.providerAccounts?.map((id) => names.get(id) ?? id) ?? null
  const { card_testing_limit, ...shown } = pick(TerminalChangeBody.properties, TerminalRecord.of(terminal))
  return { ...shown, ...(terminal.cardTestingLimit && { card_testing_limit }), provider_accounts: used }
}

export function endpointView({ url, terminalId, status, eventTypes }: WebhookEndpoint, { terminals }: Named): Fields {
  return { url, terminal: nameIn(terminals, terminalId), status, event_types: subscribedTypes(eventTypes) }
}

export function entryView({ kind, value, reason, expiresAt }: Awaited<ReturnType<typeof listEntriesOfNoPerson>>[0]) {
  return { kind, value, reason, expires_at: expiresAt?.toISOString() ?? null }
}

function byName<T>(named: ReadonlyMap<string, T>): T[] {
  return [...named.keys()].sort().map((name) => named.get(name)!)
}

export function pick(names: object, values: object): Fields {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (name in names ? [[name, value]] : [])))
}
