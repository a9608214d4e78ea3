import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Parent } from '#domain/follow-up.ts'
import { gatewayOutcome } from '#domain/transaction.ts'
import { attemptOf, submitFollowUp } from '#flows/manage/follow-up-attempt.ts'
import { type Provider, UnknownOutcome } from '#providers/port/provider.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { authorized } from './follow-ups.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

/** Captures an authorization with a provider that answers like this. @returns what the log says, and the attempt */
async function logOf(answer: () => ReturnType<Provider['followUp']>) {
  const lines: string[] = []
  const followUp: Provider['followUp'] = async (call) => {
    const exchange = { request: 'POST /captures', requestFields: {}, httpStatus: 402, answerFields: {} }
    call.noteExchange({ ...exchange, requestId: 'req_1' })
    return answer()
  }
  const provider = Object.assign(Object.create(app.gateway.providers.get('card-simulator')!), { followUp })
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const gateway = { ...app.gateway, log, providers: new Map([['card-simulator', provider]]) }
  const { id } = await authorized(app.merchant)
  const transaction = (await findTransaction(app.gateway.sql, app.merchant.merchantId, id))!
  const attempt = await attemptOf(gateway, { transaction } as Parent)
  await submitFollowUp(gateway, transaction, { type: 'CAPTURE', finalCapture: true }, attempt)
  return { lines: lines.map((line) => JSON.parse(line)), attempt }
}

it.each([
  ['is declined', async () => ({ kind: 'outcome', outcome: gatewayOutcome('1000', 'No.') }) as const],
  ['gets no usable answer', async () => Promise.reject(new UnknownOutcome('No answer.'))],
])('a capture that %s goes to the log with what the provider’s support asks for', async (_what, answer) => {
  const { lines, attempt } = await logOf(answer)
  const { providerAccountId, attemptId } = attempt
  const named = { providerAccountId, operation: 'CAPTURE', attemptId, requestId: 'req_1' }
  expect(lines).toMatchObject([{ ...named, msg: 'follow-up failed at the provider' }])
})

it('one that is approved does not', async () => {
  const { lines } = await logOf(async () => ({ kind: 'outcome', outcome: gatewayOutcome('0000', 'Yes.') }))
  expect(lines).toEqual([])
})
