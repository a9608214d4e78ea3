import { setTimeout as pause } from 'node:timers/promises'
import { loggedText } from '#domain/kept-text.ts'
import { replaceUnstorable } from '#domain/storable-text.ts'
import { ClientClosed } from '#outbound/http-client.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryMark,
  type DeliveryTarget,
  failPendingDeliveries,
} from '#store/events/deliveries.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { disableGoneEndpoint, markFailing, markRecovered } from '#store/events/webhook-endpoints.ts'
import { insertTeamMails } from '#store/mails/write-mails.ts'
import { type Attributes, traced, traceHeaders } from '#trace/index.ts'
import { endpointFailing } from './further-events.ts'
import { ForbiddenTarget } from './guarded-fetch.ts'
import { type Answer, retryAfterSeconds, verdictOn } from './schedule.ts'
import { signatureHeaders } from './sign.ts'
import type { WebhookDispatcher } from './webhook-dispatcher.ts'
import { partsOf } from './webhook-secret.ts'

/** Twice the longest attempt, so that only the claim of a crashed worker expires. */
const LEASE_SECONDS = 30
/** Long enough for a batch to gather, short enough for 1,600 deliveries a second to one endpoint. */
const PACE_MS = 40
const WAITING_MS = 100
const GONE = 410
/** The third try is five minutes after the first: a server restart is over by then. */
const FAILING_FROM = 3
/** Roles that get a mail about it. */
const NOTIFIED_ROLES = ['owner', 'admin', 'developer']

/**
 * Starts due deliveries and pauses briefly, without waiting: an endpoint that hangs delays only its own. Every attempt
 * has the same `webhook-id` (docs/reference/events.md#the-event).
 * @returns number of deliveries in progress and new ones; 0: nothing to do
 */
export async function deliverDue(dispatcher: WebhookDispatcher): Promise<number> {
  const { limiter } = dispatcher
  const before = limiter.inFlight
  const claimed = await sendDue(dispatcher)
  const busyWith = before + claimed.length
  if (claimed.length === 0 && limiter.inFlight > 0) await Promise.race([limiter.oneEnded(), pause(WAITING_MS)])
  if (busyWith > 0) await pause(PACE_MS)
  return busyWith
}

async function sendDue(dispatcher: WebhookDispatcher): Promise<ClaimedDelivery[]> {
  const { limiter, sql } = dispatcher
  const claimed = await claimDeliveries(sql, {
    limit: limiter.capacity,
    perEndpoint: limiter.perEndpoint,
    capacities: limiter.capacities(),
    leaseSeconds: LEASE_SECONDS,
  })
  for (const delivery of claimed) limiter.begin(delivery.webhookEndpointId, () => deliver(dispatcher, delivery))
  return claimed
}

type Try = Answer & Pick<DeliveryMark, 'answer' | 'failure'>

/** Makes one attempt and records it. If this fails, the delivery is due again when the lease ends. */
async function deliver(dispatcher: WebhookDispatcher, delivery: ClaimedDelivery): Promise<void> {
  const names = { event_id: delivery.eventId, webhook_endpoint_id: delivery.webhookEndpointId }
  try {
    const startedAt = performance.now()
    const attempt = async (note: (attributes: Attributes) => void) => {
      const answered = await send(dispatcher, delivery)
      note({ 'http.response.status_code': answered.status ?? undefined })
      return answered
    }
    const answer = await traced('webhook delivery', namesOf(delivery), attempt, delivery.traceparent ?? undefined)
    if (delivery.target) dispatcher.observeAttempt(delivery.webhookEndpointId, answer.status)
    await record(dispatcher, delivery, answer, Math.round(performance.now() - startedAt))
    dispatcher.log.debug({ ...names, attempts: delivery.attempts, status: answer.status }, 'webhook tried')
  } catch (error) {
    dispatcher.log.warn({ ...names, err: error }, 'webhook attempt not recorded, repeating')
  }
}

function namesOf({ merchantId, eventId, webhookEndpointId, attempts }: ClaimedDelivery): Attributes {
  return {
    'tollgate.merchant_id': merchantId,
    'tollgate.event_id': eventId,
    'tollgate.webhook_endpoint_id': webhookEndpointId,
    'tollgate.attempts': attempts,
  }
}

async function send(
  dispatcher: WebhookDispatcher,
  { target, eventId, webhookEndpointId, body }: ClaimedDelivery,
): Promise<Try> {
  // A disabled or deleted endpoint counts as gone.
  if (!target) return unanswered('The endpoint was disabled or deleted.')
  const now = dispatcher.clock.now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Tollgate-Webhooks/1.0',
    ...traceHeaders(),
    ...signatureHeaders(eventId, now, body, secretsOf(dispatcher, webhookEndpointId, target)),
  }
  try {
    const { status, retryAfter, beginning } = await dispatcher.client.post(target.url, headers, body)
    const answer = loggedText(replaceUnstorable(beginning))
    return { status, retryAfter: retryAfterSeconds(retryAfter, now), answer, failure: null }
  } catch (error) {
    // The client was closed because this worker stops, so the endpoint is not at fault.
    if (error instanceof ClientClosed) throw error
    dispatcher.log.info(
      { event_id: eventId, webhook_endpoint_id: webhookEndpointId, err: error },
      'no response to webhook',
    )
    return unanswered(wordsFor(error))
  }
}

function unanswered(failure: string): Try {
  return { status: null, retryAfter: undefined, answer: null, failure }
}

/** Reason for a missing response, limited to the kind of network error. */
function wordsFor(error: unknown): string {
  if (error instanceof ForbiddenTarget) return error.message
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'TimeoutError') return 'No response within 15 s.'
  return code && /^[A-Z_]{3,40}$/.test(code) ? `The connection failed (${code}).` : 'The connection failed.'
}

function secretsOf(dispatcher: WebhookDispatcher, webhookEndpointId: string, target: DeliveryTarget) {
  const { sealedSecret, sealedPreviousSecret, sealedEarlierSecrets, earlierSecrets } = target
  const open = (sealed: Uint8Array | null) => (sealed ? [dispatcher.secretOf(webhookEndpointId, sealed)] : [])
  const earlier = open(sealedEarlierSecrets).flatMap((joined) => partsOf(joined, earlierSecrets))
  return [...open(sealedSecret), ...open(sealedPreviousSecret), ...earlier]
}

async function record(
  dispatcher: WebhookDispatcher,
  delivery: ClaimedDelivery,
  answer: Try,
  durationMs: number,
): Promise<void> {
  const { merchantId, eventId, webhookEndpointId, attempts, target } = delivery
  const schedule = target ? dispatcher.settings.webhookRetrySchedule : []
  const verdict = verdictOn(answer, attempts, schedule, Math.random())
  const delaySeconds = verdict.status === 'PENDING' ? verdict.delaySeconds : null
  const { status } = verdict
  await dispatcher.mark({
    merchantId,
    eventId,
    webhookEndpointId,
    attempts,
    status,
    responseStatus: answer.status,
    delaySeconds,
    durationMs,
    answer: answer.answer,
    failure: answer.failure,
  })
  if (target) await noteHealth(dispatcher, delivery, target, answer, status)
  if (answer.status === GONE && target) await disable(dispatcher, merchantId, webhookEndpointId, target.url)
}

/** Notifies the merchant's other endpoints and the team once of an unreachable one (docs/reference/events.md#failing-endpoints). */
async function noteHealth(
  dispatcher: WebhookDispatcher,
  { merchantId, webhookEndpointId, attempts }: ClaimedDelivery,
  { url, isFailing }: DeliveryTarget,
  { status: responseStatus, failure }: Try,
  status: DeliveryMark['status'],
): Promise<void> {
  if (status === 'DELIVERED' && isFailing) return markRecovered(dispatcher.sql, merchantId, webhookEndpointId)
  const isFutile = status === 'FAILED' || (status === 'PENDING' && attempts >= FAILING_FROM)
  if (isFailing || !isFutile) return
  await dispatcher.sql.begin(async (tx) => {
    if (!(await markFailing(tx, merchantId, webhookEndpointId))) return
    const failing = endpointFailing(
      { merchantId, webhookEndpointId, url },
      { responseStatus, failure },
      dispatcher.clock.now(),
    )
    await recordFurtherEvents(tx, [failing])
    if (dispatcher.settings.mail)
      await insertTeamMails(tx, { merchantId, kind: 'webhook', about: webhookEndpointId }, NOTIFIED_ROLES)
  })
}

/** The endpoint is gone permanently: nothing is sent until the merchant reactivates it. */
async function disable(
  dispatcher: WebhookDispatcher,
  merchantId: string,
  webhookEndpointId: string,
  url: string,
): Promise<void> {
  await dispatcher.sql.begin(async (tx) => {
    if (!(await disableGoneEndpoint(tx, merchantId, webhookEndpointId, url))) return
    await failPendingDeliveries(tx, merchantId, webhookEndpointId)
  })
}
