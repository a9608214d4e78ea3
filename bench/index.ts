import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { EncryptedCard } from '#client/card.ts'
import { authorizeRequest, expectApproved } from './authorize-request.ts'
import { challengeFlow } from './challenge-flow.ts'
import { closedLoop } from './closed-loop.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { memoryOf } from './memory.ts'
import { encryptCards, type Merchant, openMerchant } from './merchant.ts'
import { printed, type Report } from './report.ts'
import { measureRsaLimit } from './rsa-limit.ts'
import { startReceiver, type WebhookReceiver } from './webhook-receiver.ts'

/**
 * `npm run bench [-- --json --connections 32 --seconds 15]`: how near the gateway comes to the limit that decrypting
 * cards sets, run through the real thing as `npm start` starts it.
 */
const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    connections: { type: 'string', default: '32' },
    seconds: { type: 'string', default: '15' },
  },
})
const load = { connections: Number(values.connections), seconds: Number(values.seconds), warmUpSeconds: 3 }
const RSA_SECONDS = 4
const CARDS = 512
const WEBHOOK_PATIENCE_SECONDS = 30

const rsaBefore = await measureRsaLimit(RSA_SECONDS)
const gateway = await startGateway()
const receiver = await startReceiver()
try {
  const report = await measure(gateway, receiver)
  console.log(values.json ? JSON.stringify(report, null, 2) : printed(report))
} finally {
  await gateway.stop()
  receiver.close()
}

async function measure({ demo, pid, dataDir }: GatewayProcess, webhooks: WebhookReceiver): Promise<Report> {
  const merchant = openMerchant(demo, load.connections)
  const nextCard = encryptCards(demo, CARDS)
  let expected = 0
  const counted = async (payment: Promise<void>) => {
    await payment
    expected += 1
  }

  await merchant.post('/api/webhook-endpoints', JSON.stringify({ url: webhooks.url }))
  const cardAuthorization = await closedLoop(load, () => counted(authorize(merchant, nextCard())))
  const whole = await closedLoop(load, () => counted(challengeFlow(merchant, nextCard())))
  await arrive(webhooks, expected)
  const memory = memoryOf(pid, dataDir)
  await merchant.close()
  // These machines are noisy: the limit is what they gave on both sides of the load.
  const rsaLimit = (rsaBefore + (await measureRsaLimit(RSA_SECONDS))) / 2
  return {
    cores: availableParallelism(),
    connections: load.connections,
    rsaLimit,
    cardAuthorization,
    ratio: cardAuthorization.perSecond / rsaLimit,
    challengeFlow: whole,
    webhooks: { expected, received: webhooks.received() },
    memory,
  }
}

async function authorize(merchant: Merchant, card: EncryptedCard): Promise<void> {
  const request = authorizeRequest(merchant.terminalId, card, 'VERSIONING_NOT_ENROLLED')
  expectApproved(await merchant.post('/api/transactions/authorize', request))
}

/** Deliveries may lag behind the load; the report says so if they lag too far. */
async function arrive(webhooks: WebhookReceiver, expected: number): Promise<void> {
  const deadline = performance.now() + WEBHOOK_PATIENCE_SECONDS * 1000
  while (webhooks.received() < expected && performance.now() < deadline) await sleep(200)
}
