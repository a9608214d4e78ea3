import type { Agreement, AgreementStatus } from '#domain/agreement.ts'
import { formatMoney } from '#domain/currency.ts'
import type { Transaction } from '#domain/transaction.ts'
import { changeAgreement, showAgreement } from '#flows/agreements/index.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import type { Fact } from '../parts/facts.ts'
import { postButton } from '../parts/form.ts'
import { formatTime, sentenceCase, type Tone, toneBadge } from '../parts/format.ts'
import { cell } from '../parts/list.ts'
import { paymentsOf, REFERENCE } from '../parts/payments-of.ts'
import { recordBody } from '../parts/record.ts'
import { copiedId } from '../parts/short-id.ts'
import { action } from '../shell/action.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { screen } from '../shell/screen.ts'
import type { Viewer } from '../shell/viewer.ts'

export const AGREEMENTS_PATH = '/dashboard/agreements'

const SHOWN_PAYMENTS = 20

export const agreement = screen({
  path: `${AGREEMENTS_PATH}/:id`,
  permission: 'agreements.read',
  summary: 'An agreement and its payments',
  page: 'agreement',
  done: { canceled: 'Agreement canceled. The card is no longer charged.' },
  read: async (gateway, { caller, params: { id } }) => {
    const merchantId = requireMerchant(caller)
    const record = await showAgreement(gateway, merchantId, id)
    const { items: charges } = await readTransactions(gateway, merchantId, { agreementId: id }, SHOWN_PAYMENTS)
    return { record, charges }
  },
  show: (caller, { record, charges }) => ({
    title: record.description,
    lead: `Agreement · times are in ${caller.timeZone}`,
    back: { href: AGREEMENTS_PATH, words: 'Agreements' },
    body: recordBody({
      standing: html`<p>${agreementBadge(record.status, 'status')}</p>
${cancelForm(caller, record)}`,
      main: html`<section class="stack"><h2>Payments</h2>${paymentsOf(
        'agreement',
        charges,
        caller.timeZone,
        REFERENCE,
        [cell.more('next', 'Next attempt', (charge) => nextAskOf(charge, caller.timeZone))],
      )}</section>`,
      facts: factsOf(caller, record),
    }),
  }),
})

export const cancelRoute = action(agreement, {
  at: '/cancel',
  permission: 'agreements.manage',
  summary: 'Cancel an agreement',
  done: 'canceled',
  does: async (gateway, { caller, actor, params: { id } }) => {
    await changeAgreement(gateway, actor, requireMerchant(caller), id, { status: 'CANCELED' })
  },
})

function cancelForm(caller: Viewer, { agreementId, status }: Agreement): Html | false {
  if (status === 'CANCELED' || status === 'ENDED' || !may(caller, 'agreements.manage')) return false
  const button = { words: 'Cancel agreement', does: 'agreement-cancel', look: 'danger' } as const
  return html`<p class="hint">After you cancel, the card can no longer be charged. You cannot undo it.</p>
${postButton(caller, { action: `${AGREEMENTS_PATH}/${encodeURIComponent(agreementId)}/cancel`, ...button })}`
}

function factsOf({ timeZone }: Viewer, record: Agreement): readonly Fact[] {
  const { currency, maxAmount: amount } = record
  const timeOf = (at: Date | null) => at && formatTime(at, timeZone)
  return [
    ['ID', copiedId(record.agreementId, 'id')],
    ['Purpose', sentenceCase(record.purpose)],
    ['Card', cardOf(record), 'card'],
    ['Limit', amount !== null && formatMoney({ amount, currency }, 'en')],
    ['Days between charges', record.frequencyDays],
    ['Last day', record.endsOn],
    ['Customer', record.customerId],
    ['Reason', record.stopReason && sentenceCase(record.stopReason), 'stop-reason'],
    ['Agreed', timeOf(record.acceptedAt)],
    ['Ended', timeOf(record.endedAt)],
  ]
}

function nextAskOf({ data }: Transaction, timeZone: string): Html | null {
  const at = data?.retryOptions?.nextAttemptAt
  return at === undefined ? null : formatTime(new Date(at), timeZone)
}

const TONES: Readonly<Record<AgreementStatus, Tone>> = {
  PENDING: 'plain',
  ACTIVE: 'success',
  SUSPENDED: 'warning',
  CANCELED: 'plain',
  ENDED: 'plain',
}

export function agreementBadge(status: AgreementStatus, field?: string): Html {
  return toneBadge(status, TONES[status], field)
}

export function cardOf({ paymentMethodToken, brand, masked }: Agreement): string {
  if (paymentMethodToken === null) return '–'
  return `${BRAND_NAMES[brand ?? ''] ?? 'Card'}\u00a0••••\u00a0${masked?.slice(-4) ?? ''}`
}
