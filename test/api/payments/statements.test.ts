import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { saveCard, savedCard } from '../saved-cards/saved-card-support.ts'
import { choose, complete, toChallenge } from '../three-ds/shopper.ts'

// What a payment alone asks of the database; a change that needs more is seen here (bench/README.md#cost).

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await startOwnGateway()
  ;({ merchant } = app)
  await app.stopWorker()
})
afterAll(() => app.close())

/** Sent every second, regardless of payments. */
const BY_THE_CLOCK = /insert into request_log|from provider_circuits/

async function challengeFlow() {
  const challenge = await toChallenge(merchant)
  await choose(challenge, 'Y')
  return complete(merchant, challenge)
}

it.each([
  ['a card', 3, async () => (await merchant.authorize()).body],
  ['a saved card', 4, async (token: string) => (await merchant.authorize(savedCard(token))).body],
  ['a card with a challenge', 13, async () => (await challengeFlow()).body],
] as const)('%s takes %i statements, those of the simulators included', async (_name, statements, pay) => {
  const token = await saveCard(merchant)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  /** Others work beside them now and then; in this process also the gateway of other test files. */
  let fewest: string[] | undefined
  for (let turn = 0; turn < 5; turn += 1) {
    query.mockClear()
    expect((await pay(token)).result.status).toBe('APPROVED')
    const sent = sentTo(new URL(app.database.url).pathname.slice(1), query.mock)
    if (!fewest || sent.length < fewest.length) fewest = sent
  }
  query.mockRestore()
  expect(fewest).toHaveLength(statements)
})

function sentTo(database: string, { calls, contexts }: { calls: unknown[][]; contexts: unknown[] }): string[] {
  return calls
    .filter((_, at) => (contexts[at] as pg.Client).database === database)
    .map(([sent]) => (sent as { text?: string }).text ?? '')
    .filter((text) => !BY_THE_CLOCK.test(text))
}
