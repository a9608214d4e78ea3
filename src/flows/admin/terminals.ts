import { newTerminalId } from '#domain/ids.ts'
import { type Page, type Position, pageOf } from '#domain/page.ts'
import { invalid, notFound } from '#domain/problem.ts'
import { findForeignAccountIds } from '#store/merchants/provider-accounts.ts'
import {
  findTerminal,
  insertTerminal,
  listTerminals,
  type TerminalChange,
  type TerminalRecord,
  updateTerminal,
} from '#store/merchants/terminals.ts'
import type { Gateway } from '../gateway.ts'
import { change } from './change.ts'
import { showMerchant } from './merchants.ts'

/** @throws RequestError 404 for an unknown merchant, 422 on `provider_accounts` for another merchant's account */
export async function createTerminal(
  gateway: Gateway,
  actor: string,
  merchantId: string,
  wanted: TerminalChange & { readonly name: string },
): Promise<TerminalRecord> {
  await showMerchant(gateway, merchantId)
  await checkAccounts(gateway, merchantId, wanted)
  const terminalId = newTerminalId()
  const deed = { actor, action: 'terminal.created', merchantId, subject: terminalId, changes: { ...wanted } }
  return change(gateway, deed, (sql) => insertTerminal(sql, { ...wanted, terminalId, merchantId }))
}

/** @throws RequestError 404 */
export async function showTerminal(gateway: Gateway, terminalId: string): Promise<TerminalRecord> {
  const terminal = await findTerminal(gateway.sql, terminalId)
  if (!terminal) throw notFound('terminal')
  return terminal
}

/** @throws RequestError 404 for an unknown merchant */
export async function showTerminals(
  gateway: Gateway,
  merchantId: string,
  after: Position | undefined,
  limit: number,
): Promise<Page<TerminalRecord & Position>> {
  await showMerchant(gateway, merchantId)
  const found = await listTerminals(gateway.sql, merchantId, after, limit + 1)
  return pageOf(
    found.map((terminal) => ({ ...terminal, id: terminal.terminalId })),
    limit,
  )
}

/** @throws RequestError 404, 422 on `provider_accounts` */
export async function changeTerminal(
  gateway: Gateway,
  actor: string,
  terminalId: string,
  wanted: TerminalChange,
): Promise<TerminalRecord> {
  const { merchantId } = await showTerminal(gateway, terminalId)
  await checkAccounts(gateway, merchantId, wanted)
  const deed = { actor, action: 'terminal.changed', merchantId, subject: terminalId, changes: { ...wanted } }
  const changed = await change(gateway, deed, (sql) => updateTerminal(sql, terminalId, wanted))
  if (!changed) throw notFound('terminal')
  return changed
}

async function checkAccounts(gateway: Gateway, merchantId: string, wanted: TerminalChange): Promise<void> {
  const foreign = await findForeignAccountIds(gateway.sql, merchantId, wanted.providerAccounts ?? [])
  if (foreign.length === 0) return
  throw invalid('provider_accounts', 'List only ids of provider accounts of this merchant.', ...foreign)
}
