import { Type } from 'typebox'
import { notFound } from '#domain/problem.ts'
import { acceptDispute } from '#flows/disputes/accept-dispute.ts'
import { readDisputes, showDispute } from '#flows/disputes/read-disputes.ts'
import type { Gateway } from '#flows/gateway.ts'
import { DISPUTE_MOVES, moveSimulatedDispute } from '#flows/simulators/move-dispute.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { DisputeListQuery, DisputeParams, DisputeRecord, type ShownDispute } from '#interface/dispute.ts'
import { clientMay, mayUseTerminal, terminalsOf } from '../request/client-limits.ts'
import { answer, get, post } from '../route.ts'
import { answerOrResult, viewOrResult } from './common/action-result.ts'
import { filterOf, limitOf } from './common/paging.ts'

const DISPUTES = { guard: 'merchant', tag: 'Disputes', terminals: 'filtered' } as const

export const listDisputesRoute = get('/api/disputes', {
  ...DISPUTES,
  permission: 'disputes.read',
  operation: 'listDisputes',
  summary: 'List disputes, newest first',
  query: DisputeListQuery,
  lists: DisputeRecord,
  handle: async (gateway, { caller, query }) => {
    const filter = { ...filterOf(DisputeListQuery, query), terminalIds: terminalsOf(caller) }
    return readDisputes(gateway, caller.merchantId, filter, limitOf(query))
  },
})

export const showDisputeRoute = get('/api/disputes/:id', {
  ...DISPUTES,
  permission: 'disputes.read',
  operation: 'showDispute',
  summary: 'Read a dispute',
  params: DisputeParams,
  shows: DisputeRecord,
  handle: (gateway, { caller, params }) => visibleDispute(gateway, caller, params.id),
})

export const acceptDisputeRoute = post('/api/disputes/:id/accept', {
  ...DISPUTES,
  permission: 'disputes.manage',
  operation: 'acceptDispute',
  summary: 'Accept a dispute',
  description: 'You do not contest it. Allowed while `allowed_actions` has `accept`; it cannot be undone.',
  params: DisputeParams,
  answers: { 200: answerOrResult(DisputeRecord) },
  handle: async (gateway, { caller, actor, params }) => {
    await visibleDispute(gateway, caller, params.id)
    const accepted = DisputeRecord.of(await acceptDispute(gateway, actor, caller.merchantId, params.id))
    return answer(viewOrResult(clientMay(caller, 'disputes.read'), accepted))
  },
})

export const moveDisputeRoute = post('/api/simulators/disputes/:id/move', {
  ...DISPUTES,
  permission: 'disputes.manage',
  tag: 'Simulators',
  operation: 'moveSimulatedDispute',
  summary: 'Move a simulated dispute',
  description: 'The simulated provider changes the case in its own ledger and sends its notice.',
  params: DisputeParams,
  body: Type.Object({ to: Type.Enum([...DISPUTE_MOVES], { description: 'The next state at the provider.' }) }),
  answers: { 200: answerOrResult(DisputeRecord) },
  uatOnly: true,
  handle: async (gateway, { caller, params, body }) => {
    const dispute = await visibleDispute(gateway, caller, params.id)
    const moved = DisputeRecord.of(await moveSimulatedDispute(gateway, dispute, body.to))
    return answer(viewOrResult(clientMay(caller, 'disputes.read'), moved))
  },
})

/** @throws RequestError 404 also if the dispute is of a terminal that the caller may not use */
async function visibleDispute(gateway: Gateway, caller: MerchantCaller, id: string): Promise<ShownDispute> {
  const dispute = await showDispute(gateway, caller.merchantId, id)
  if (!mayUseTerminal(caller, dispute.terminalId)) throw notFound('dispute')
  return dispute
}
