import { Type } from 'typebox'
import { notFound } from '#domain/problem.ts'
import { acceptDispute } from '#flows/disputes/accept-dispute.ts'
import { disputePayload, readDisputes, type ShownDispute, showDispute } from '#flows/disputes/read-disputes.ts'
import type { Gateway } from '#flows/gateway.ts'
import { DISPUTE_MOVES, moveSimulatedDispute } from '#flows/simulators/move-dispute.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { clientMay, mayUseTerminal, terminalsOf } from '../request/client-limits.ts'
import { route } from '../route.ts'
import { answerOrResult, viewOrResult } from './common/action-result.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'
import { momentOf } from './common/period.ts'
import { ListOf } from './common/types.ts'
import { DisputeListQuery, DisputeParams, DisputeRecord } from './dispute-schemas.ts'

const DISPUTES = { guard: 'merchant', tag: 'Disputes', terminals: 'filtered' } as const

export const listDisputesRoute = route({
  ...DISPUTES,
  method: 'GET',
  path: '/api/disputes',
  permission: 'disputes.read',
  operation: 'listDisputes',
  summary: 'List disputes, newest first',
  query: DisputeListQuery,
  answers: { 200: ListOf(DisputeRecord) },
  handle: async (gateway, { caller, query }) => {
    const { status, stage, transaction_id: transactionId } = query
    const respondByBefore = momentOf(query.respond_by_before)
    const narrowed = { status, stage, transactionId, respondByBefore, terminalIds: terminalsOf(caller) }
    const filter = { ...narrowed, after: positionOf(query) }
    const page = await readDisputes(gateway, caller.merchantId, filter, limitOf(query))
    return { status: 200, json: listView(page, disputePayload) }
  },
})

export const showDisputeRoute = route({
  ...DISPUTES,
  method: 'GET',
  path: '/api/disputes/:id',
  permission: 'disputes.read',
  operation: 'showDispute',
  summary: 'Read a dispute',
  params: DisputeParams,
  answers: { 200: DisputeRecord },
  handle: async (gateway, { caller, params }) => {
    return { status: 200, json: disputePayload(await visibleDispute(gateway, caller, params.id)) }
  },
})

export const acceptDisputeRoute = route({
  ...DISPUTES,
  method: 'POST',
  path: '/api/disputes/:id/accept',
  permission: 'disputes.manage',
  operation: 'acceptDispute',
  summary: 'Accept a dispute',
  description: 'You do not contest it. Allowed while `allowed_actions` has `accept`; it cannot be undone.',
  params: DisputeParams,
  answers: { 200: answerOrResult(DisputeRecord) },
  handle: async (gateway, { caller, actor, params }) => {
    await visibleDispute(gateway, caller, params.id)
    const accepted = disputePayload(await acceptDispute(gateway, actor, caller.merchantId, params.id))
    return { status: 200, json: viewOrResult(clientMay(caller, 'disputes.read'), accepted) }
  },
})

export const moveDisputeRoute = route({
  ...DISPUTES,
  method: 'POST',
  path: '/api/simulators/disputes/:id/move',
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
    const moved = disputePayload(await moveSimulatedDispute(gateway, dispute, body.to))
    return { status: 200, json: viewOrResult(clientMay(caller, 'disputes.read'), moved) }
  },
})

/** @throws RequestError 404 also if the dispute is of a terminal that the caller may not use */
async function visibleDispute(gateway: Gateway, caller: MerchantCaller, id: string): Promise<ShownDispute> {
  const dispute = await showDispute(gateway, caller.merchantId, id)
  if (!mayUseTerminal(caller, dispute.terminalId)) throw notFound('dispute')
  return dispute
}
