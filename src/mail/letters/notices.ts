import { formatMoney } from '#domain/currency.ts'
import { findDispute } from '#store/disputes/disputes.ts'
import { findFailingEndpoint } from '#store/events/webhook-endpoints.ts'
import { formatMailTime, STAFF_LOCALE, sentenceCase, type Writer } from './letter.ts'

export const disputeDeadline: Writer = async (gateway, mail, { timeZone }) => {
  const dispute = await findDispute(gateway.sql, mail.merchantId!, mail.about)
  if (dispute?.status !== 'NEEDS_RESPONSE' || !dispute.respondBy) return undefined
  const deadline = formatMailTime(dispute.respondBy, STAFF_LOCALE, timeZone)
  const amount = formatMoney(dispute, STAFF_LOCALE)
  return {
    subject: `Respond to a dispute of ${amount}`,
    lead: 'Without a response before the deadline, the money is lost.',
    facts: [
      ['Respond by', deadline],
      ['Reason', sentenceCase(dispute.reason)],
      ['Payment', dispute.transactionId],
    ],
    button: { words: 'View dispute', url: `${gateway.settings.dashboardUrl}/dashboard/disputes/${mail.about}` },
  }
}

export const failingWebhook: Writer = async (gateway, mail, { timeZone }) => {
  const endpoint = await findFailingEndpoint(gateway.sql, mail.merchantId!, mail.about)
  if (!endpoint) return undefined
  return {
    subject: 'A webhook endpoint is failing',
    lead: 'Events do not reach this endpoint. We keep trying; check its server.',
    facts: [
      // Path and query may hold a secret of the merchant.
      ['Endpoint', new URL(endpoint.url).origin],
      ['Failing since', formatMailTime(endpoint.failingSince, STAFF_LOCALE, timeZone)],
    ],
    button: { words: 'View endpoint', url: `${gateway.settings.dashboardUrl}/dashboard/webhooks/${mail.about}` },
  }
}
