import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import {
  type Action,
  begin,
  chargesOf,
  complete,
  eventsOf,
  load,
  requestAuthentication,
  toChallenge,
} from './shopper.ts'

const TTL_SECONDS = 4
/** The end comes within 5 s of its time (docs/reference/statuses.md#expiry). */
const GRACE_SECONDS = 5

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway({ CHALLENGE_TTL_SECONDS: String(TTL_SECONDS) })
})
afterAll(() => app.close())

async function expired({ transaction_id }: Action, withinSeconds = TTL_SECONDS + GRACE_SECONDS) {
  const transaction = await eventually('the end', withinSeconds, async () => {
    const answer = await app.merchant.status(transaction_id)
    return answer.transaction.status === 'PENDING' ? undefined : answer.transaction
  })
  expect(transaction).toMatchObject({ status: 'SESSION_EXPIRED', processing_code: '1005', pending: false })
  expect(await eventsOf(app.merchant, transaction_id)).toMatchObject([{ status: 'SESSION_EXPIRED' }])
  expect(await chargesOf(app.merchant, transaction_id)).toEqual([])
  return transaction
}

describe.concurrent('CHALLENGE_TTL_SECONDS', () => {
  it('an abandoned fingerprint ends as SESSION_EXPIRED 1005 with its event', async () => {
    const action = await begin(app.merchant)
    const record = await expired(action)
    const late = await requestAuthentication(app.merchant, action)
    expect([late.status, late.body.errors?.[0].property]).toEqual([422, 'payment_data'])
    expect((await app.merchant.status(record.id)).transaction).toEqual(record)
  })

  it('an abandoned challenge too; its payment_data is 422 then, the executed one gives the result', async () => {
    const first = await begin(app.merchant)
    const next: Action = (await requestAuthentication(app.merchant, first)).body.action
    const record = await expired(next)
    const late = await complete(app.merchant, next)
    expect([late.status, late.body.errors?.[0].property]).toEqual([422, 'payment_data'])
    const again = await requestAuthentication(app.merchant, first)
    expect([again.status, again.body.result]).toEqual([200, record])
  })

  it('a browser that comes back too late goes to error_url', async () => {
    const action = await toChallenge(app.merchant, {}, { error_url: 'https://shop.example/e' })
    await expired(action)
    const page = await load(`${app.baseUrl}/three-ds/${action.session_id}/challenge-return`, 'document')
    expect([page.status, page.headers.get('location')]).toEqual([303, 'https://shop.example/e'])
  })

  it('each action starts its own time', async () => {
    const first = await begin(app.merchant)
    await sleep(TTL_SECONDS * 600)
    const next: Action = (await requestAuthentication(app.merchant, first)).body.action
    await sleep(TTL_SECONDS * 600)
    expect((await complete(app.merchant, next)).body.result?.status).toBe('APPROVED')
  })
})

it('what fell due while the worker was down ends when it is back', async () => {
  await app.stopWorker()
  const action = await toChallenge(app.merchant)
  await sleep((TTL_SECONDS + 0.2) * 1000)
  expect((await app.merchant.status(action.transaction_id)).transaction.status).toBe('PENDING')
  await app.startWorker()
  await expired(action, GRACE_SECONDS)
})

it('the keys of every payment_data are gone with the final status', async () => {
  expect(await app.database.sql`select * from authentication_secrets`).toEqual([])
})

it('a challenge whose secrets a database crash took ends as SESSION_EXPIRED and says why, nothing charged', async () => {
  const action = await toChallenge(app.merchant)
  await app.database.sql`truncate authentication_secrets`
  await expired(action, GRACE_SECONDS)
  const { transaction } = await app.merchant.status(action.transaction_id)
  expect(transaction.response_message).toContain('interrupted by a fault on our side and nothing was charged')
})
