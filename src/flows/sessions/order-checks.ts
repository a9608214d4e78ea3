import type { ProviderAccount, TerminalConfig } from '#domain/merchant.ts'
import { invalid, type Problem, problem, RequestError } from '#domain/problem.ts'
import { ReferenceTaken } from '#domain/reference.ts'
import type { Session } from '#domain/session.ts'
import { customerExists } from '#store/customers/customers.ts'
import { findConfigVersion } from '#store/merchants/terminal-config.ts'
import { findReferenceHolder } from '#store/transactions/intents.ts'
import { StaleConfig } from '../config-cache.ts'
import type { Gateway } from '../gateway.ts'
import { availableMethods, type SessionTerms } from './available-methods.ts'

type Order = Pick<Session, 'merchantId' | 'terminalId' | 'reference' | 'customer' | 'saveCard'>

/** @returns the first account @throws RequestError 422 on `terminal_id` with the processing code */
export async function checkTerminal(
  gateway: Gateway,
  config: TerminalConfig,
  terms: SessionTerms,
): Promise<ProviderAccount | undefined> {
  const offered = availableMethods(gateway, config, terms)
  if ('methods' in offered) return offered.methods.values().next().value?.[0]
  await checkSnapshot(gateway, config)
  throw invalid('terminal_id', offered.refusal.message, offered.refusal.code)
}

/** Only a current snapshot may refuse, so that an admin change counts from its response on. */
async function checkSnapshot({ sql }: Gateway, { merchant, version }: TerminalConfig): Promise<void> {
  if ((await findConfigVersion(sql, merchant.merchantId)) !== version) throw new StaleConfig()
}

/** Problems of an order that only its merchant's data shows. */
export async function orderProblems(gateway: Gateway, { merchant }: TerminalConfig, order: Order): Promise<Problem[]> {
  const { customer, saveCard, merchantId } = order
  const problems: Problem[] = []
  if (customer.id !== null && !(await customerExists(gateway.sql, merchantId, customer.id))) {
    const message = 'No such customer; create it first, or omit the ID.'
    problems.push(problem('customer.id', message))
  }
  if (saveCard !== 'no' && !merchant.tokenizationEnabled) {
    const message = 'Saving cards is not enabled for this merchant; omit tokenization.'
    problems.push(problem('tokenization', message))
  }
  return problems
}

/** @throws RequestError 422 with the problems; a taken reference is reported first */
export async function refuseOrder(
  gateway: Gateway,
  config: TerminalConfig,
  { merchantId, terminalId, reference }: Order,
  problems: readonly Problem[],
): Promise<never> {
  await checkSnapshot(gateway, config)
  const holder = await findReferenceHolder(gateway.sql, merchantId, terminalId, reference)
  if (holder) throw new ReferenceTaken(holder)
  throw new RequestError('invalid', problems)
}
