import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { fewestStatements } from '#test/statements.ts'
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
  const sent = await fewestStatements(app.database.url, async () => {
    expect((await pay(token)).result.status).toBe('APPROVED')
  })
  expect(sent).toHaveLength(statements)
})
