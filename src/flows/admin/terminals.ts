import type { Actor } from '#domain/actor.ts'
import { cardTestingLimitOf } from '#domain/card-testing.ts'
import type { JsonObject } from '#domain/exact-json.ts'
import { newTerminalId } from '#domain/ids.ts'
import { cardNumberProblems } from '#domain/kept-text.ts'
import { type Page, type Position, toPage } from '#domain/page.ts'
import { invalid, orNotFound, RequestError } from '#domain/problem.ts'
import type { Sql } from '#store/connection/database.ts'
import { findForeignAccountIds } from '#store/merchants/provider-accounts.ts'
import {
  findTerminal,
  insertTerminal,
  listTerminals,
  type TerminalChange,
  type TerminalRecord,
  updateTerminal,
} from '#store/merchants/terminals.ts'
import { applyAdminChange } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { showMerchant } from './merchants.ts'

/** @throws RequestError 404 for an unknown merchant, 422 on `provider_accounts` for another merchant's account */
export async function createTerminal(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  wanted: TerminalChange & { readonly name: string },
): Promise<TerminalRecord> {
  await showMerchant(gateway, merchantId)
  await checkWanted(gateway, merchantId, wanted)
  const terminalId = newTerminalId()
  const deed = { actor, action: 'terminal.created' as const, merchantId, subject: terminalId, changes: told(wanted) }
  const created = await applyAdminChange(gateway, deed, (sql) =>
    insertTerminal(sql, { ...wanted, terminalId, merchantId }),
  )
  return withLimit(gateway, created)
}

/** @throws RequestError 404 */
export async function showTerminal(gateway: Gateway, terminalId: string): Promise<TerminalRecord> {
  const terminal = orNotFound(await findTerminal(gateway.sql, terminalId), 'terminal')
  return withLimit(gateway, terminal)
}

/** @param only terminals to show; all by default @throws RequestError 404 for an unknown merchant */
export async function showTerminals(
  gateway: Gateway,
  merchantId: string,
  after: Position | undefined,
  limit: number,
  only?: readonly string[],
): Promise<Page<TerminalRecord & Position>> {
  await showMerchant(gateway, merchantId)
  const page = toPage(await listTerminals(gateway.sql, merchantId, after, limit + 1, only), limit)
  return { ...page, items: page.items.map((terminal) => withLimit(gateway, terminal)) }
}

/** @throws RequestError 404, 422 on `provider_accounts` */
export async function changeTerminal(
  gateway: Gateway,
  actor: Actor,
  terminalId: string,
  wanted: TerminalChange,
): Promise<TerminalRecord> {
  const { merchantId } = await showTerminal(gateway, terminalId)
  await checkWanted(gateway, merchantId, wanted)
  const deed = { actor, action: 'terminal.changed' as const, merchantId, subject: terminalId, changes: told(wanted) }
  const change = (sql: Sql) => updateTerminal(sql, terminalId, wanted)
  const changed = await applyAdminChange(gateway, deed, change, {
    find: (sql) => findTerminal(sql, terminalId),
  })
  return withLimit(gateway, orNotFound(changed, 'terminal'))
}

/** Replaces the default by the limit of the realm. */
export function withLimit<T extends TerminalRecord>({ settings }: Gateway, terminal: T): T {
  return { ...terminal, cardTestingLimit: cardTestingLimitOf(terminal.cardTestingLimit, settings.realm) ?? 'off' }
}

/** Converts a change for the audit log, in API names. */
function told({ cardTestingLimit, ...others }: TerminalChange): JsonObject {
  if (!cardTestingLimit) return others
  if (cardTestingLimit === 'off') return { ...others, cardTestingLimit: null }
  const { cards, windowSeconds } = cardTestingLimit
  return { ...others, cardTestingLimit: { cards, window_seconds: windowSeconds } }
}

async function checkWanted(gateway: Gateway, merchantId: string, wanted: TerminalChange): Promise<void> {
  const typed =
    wanted.allowedOrigins?.flatMap((origin, at) => cardNumberProblems(`allowed_origins.${at}`, origin)) ?? []
  if (typed.length > 0) throw new RequestError('invalid', typed)
  const foreign = await findForeignAccountIds(gateway.sql, merchantId, wanted.providerAccounts ?? [])
  if (foreign.length === 0) return
  throw invalid('provider_accounts', 'Use only provider account IDs of this merchant.', ...foreign)
}
