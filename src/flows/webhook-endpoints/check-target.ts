import { cardNumberProblems } from '#domain/kept-text.ts'
import { orNotFound, type Problem, problem, RequestError } from '#domain/problem.ts'
import { problemWithTarget, targetPolicy } from '#events/target.ts'
import { findTerminalConfig } from '#store/merchants/terminal-config.ts'
import type { Gateway } from '../gateway.ts'

/** Null needs no check. @throws RequestError `invalid` on `url`, `terminal_id` or both; `not-found` for an unknown merchant */
export async function checkWebhookTarget(
  gateway: Gateway,
  merchantId: string,
  target: { readonly url?: string | undefined; readonly terminalId?: string | null | undefined },
): Promise<void> {
  const { url, terminalId } = target
  const problems = [
    ...(await problemsOfTerminal(gateway, merchantId, terminalId ?? null)),
    ...(url === undefined ? [] : await problemsOfUrl(gateway, url)),
  ]
  if (problems.length > 0) throw new RequestError('invalid', problems)
}

async function problemsOfTerminal(gateway: Gateway, merchantId: string, terminalId: string | null): Promise<Problem[]> {
  const config = orNotFound(await findTerminalConfig(gateway.sql, merchantId, terminalId ?? ''), 'merchant')
  if (terminalId === null || config.terminal) return []
  const message = 'Use the ID of one of your terminals, or null for all terminals.'
  return [problem('terminal_id', message)]
}

export async function problemsOfUrl(gateway: Gateway, written: string): Promise<Problem[]> {
  const url = URL.parse(written)
  const callable = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  const message = callable
    ? await problemWithTarget(url, targetPolicy(gateway.settings))
    : 'Use an absolute http or https URL without user name and password.'
  return [...cardNumberProblems('url', written), ...(message === undefined ? [] : [problem('url', message)])]
}
