import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { challengeFlow } from './challenge-flow.ts'
import { closedLoop, type Load, type Measurement } from './closed-loop.ts'
import type { GatewayProcess } from './gateway-process.ts'
import { type Limits, limitsOf } from './limits.ts'
import { encryptCards, inTurn, type Merchant, openMerchant } from './merchant.ts'
import { buyTokens, pay, saveCard, withCvv } from './payments.ts'
import { processesOf } from './processes.ts'
import type { Limited, Report } from './report.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

const CARDS = 512
const SAVED_CARDS = 64
/**
 * A payment with a token does more than one with a saved card, and a noisy machine may have more to give a minute
 * later.
 */
const TOKENS_PER_SAVED_CARD_PAYMENT = 2
const WEBHOOK_PATIENCE_SECONDS = 30

/** All rows of the report, each after the other under the same load, and the limits on both sides of them. */
export async function measure(gateway: GatewayProcess, webhooks: WebhookReceiver, load: Load): Promise<Report> {
  const { demo, pid, dataDir } = gateway
  const merchant = openMerchant(demo, load.connections)
  let expected = 0
  const counted = async <T>(payment: Promise<T>): Promise<T> => {
    const paid = await payment
    expected += 1
    return paid
  }
  const under = (payment: () => Promise<unknown>) => closedLoop(load, async () => void (await counted(payment())))

  await merchant.post('/api/webhook-endpoints', JSON.stringify({ url: webhooks.url }))
  const nextCard = encryptCards(demo, CARDS)
  const first = await counted(pay(merchant, { type: 'card', data: nextCard() }))
  const measureLimits = limitsOf(gateway, first, load.connections)
  const before = await measureLimits()

  const cardAuthorization = await under(() => pay(merchant, { type: 'card', data: nextCard() }))
  const whole = await under(() => challengeFlow(merchant, nextCard()))
  const saved = await Promise.all(Array.from({ length: SAVED_CARDS }, () => counted(saveCard(merchant, nextCard()))))
  const [nextSaved, nextWithCvv] = [inTurn(saved), inTurn(withCvv(demo, saved))]
  const savedCardWithCvv = await under(() => pay(merchant, nextWithCvv()))
  const savedCard = await under(() => pay(merchant, nextSaved()))
  const nextToken = await tokensFor(merchant, load, savedCard)
  const walletToken = await under(() => pay(merchant, nextToken()))

  await arrive(webhooks, expected)
  const memory = processesOf(pid, dataDir).map(({ pid, command, megabytes }) => ({ pid, command, megabytes }))
  await merchant.close()
  const limits = between(before, await measureLimits())
  const rsaLimit = limits.decryptions / FIELDS_PER_CARD
  return {
    cores: availableParallelism(),
    connections: load.connections,
    rsaLimit,
    cardAuthorization,
    ratio: cardAuthorization.perSecond / rsaLimit,
    challengeFlow: whole,
    savedCardWithCvv: against(limits.decryptions, savedCardWithCvv),
    savedCard: against(limits.payments, savedCard),
    walletToken: against(limits.walletTokens, walletToken),
    webhooks: { expected, received: webhooks.received() },
    memory,
  }
}

/** A card has four encrypted fields: number, security code, month and year. */
const FIELDS_PER_CARD = 4

function against(limit: number, measurement: Measurement): Limited {
  return { ...measurement, limit, ratio: measurement.perSecond / limit }
}

/** These machines are noisy: a limit is what they gave on both sides of the load. */
function between(before: Limits, after: Limits): Limits {
  return {
    decryptions: (before.decryptions + after.decryptions) / 2,
    walletTokens: (before.walletTokens + after.walletTokens) / 2,
    payments: (before.payments + after.payments) / 2,
  }
}

/** Enough tokens for the whole load, made before it begins. */
async function tokensFor(merchant: Merchant, { connections, seconds, warmUpSeconds }: Load, savedCard: Measurement) {
  const perSecond = savedCard.perSecond * TOKENS_PER_SAVED_CARD_PAYMENT
  const tokens = await buyTokens(merchant, perSecond * (seconds + warmUpSeconds), connections)
  return () => {
    const token = tokens.pop()
    if (!token) throw new Error('There were too few wallet tokens; the bench has to make more of them.')
    return token
  }
}

/** Deliveries may lag behind the load; the report says so if they lag too far. */
async function arrive(webhooks: WebhookReceiver, expected: number): Promise<void> {
  const deadline = performance.now() + WEBHOOK_PATIENCE_SECONDS * 1000
  while (webhooks.received() < expected && performance.now() < deadline) await sleep(200)
}
