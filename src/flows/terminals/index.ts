import type { Actor } from '#domain/actor.ts'
import { orNotFound } from '#domain/problem.ts'
import { findMerchantTerminal, type TerminalRecord } from '#store/merchants/terminals.ts'
import { changeTerminal, showTerminal } from '../admin/terminals.ts'
import type { Gateway } from '../gateway.ts'

/** @throws RequestError `not-found`, also for another merchant's */
export async function showOwnTerminal(
  gateway: Gateway,
  merchantId: string,
  terminalId: string,
): Promise<TerminalRecord> {
  await checkIsOwn(gateway, merchantId, terminalId)
  return showTerminal(gateway, terminalId)
}

/**
 * Changes the only setting of a terminal for its merchant. @param origins null is any in UAT and none in production
 * @throws RequestError `not-found`, also for another merchant's
 */
export async function changeOrigins(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  terminalId: string,
  origins: readonly string[] | null,
): Promise<TerminalRecord> {
  await checkIsOwn(gateway, merchantId, terminalId)
  return changeTerminal(gateway, actor, terminalId, { allowedOrigins: origins })
}

/** A terminal never changes its merchant, so this check stays valid. */
async function checkIsOwn({ sql }: Gateway, merchantId: string, terminalId: string): Promise<void> {
  orNotFound(await findMerchantTerminal(sql, merchantId, terminalId), 'terminal')
}
