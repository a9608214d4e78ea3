import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'

const WORKING_MS = 2400
/** Far less than an idle connection is kept. */
const SOON_MS = 6000

it('a gateway that stops answers what is under way, and then waits for no idle connection', async () => {
  const running = await startOwnGateway()
  const answer = running.merchant.authorize({ metadata: { ...NOT_ENROLLED, simulate_delay_ms: WORKING_MS } })
  await sleep(WORKING_MS / 4)
  const began = Date.now()
  await running.close()
  expect(Date.now() - began).toBeLessThan(SOON_MS)
  expect((await answer).body.result.status).toBe('APPROVED')
})

it('a gateway that stops waits for no connection on which nothing was ever asked', async () => {
  const running = await startOwnGateway()
  const { hostname, port } = new URL(running.baseUrl)
  const silent = connect(Number(port), hostname)
  await once(silent, 'connect')
  const ended = once(silent, 'close')
  await running.close()
  await ended
})
