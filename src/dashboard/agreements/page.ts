import { formatMoney } from '#domain/currency.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { ShownAgreement } from '#flows/agreements/index.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { type FieldProblem, postButton, problemSummary } from '../parts/form.ts'
import { formatTime, sentenceCase } from '../parts/format.ts'
import { paymentsOf, REFERENCE } from '../parts/payments-of.ts'
import { copiedId } from '../parts/short-id.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { AGREEMENTS_PATH, agreementBadge, cardOf } from './list-page.ts'

interface AgreementView {
  readonly agreement: ShownAgreement
  /** Newest first. */
  readonly charges: readonly Transaction[]
  /** In minor units; null without a limit. */
  readonly maxAmount: bigint | null
  readonly done: string | undefined
  readonly problems?: readonly FieldProblem[]
}

export function agreementPage(caller: Viewer, view: AgreementView): DashboardPageAnswer {
  const { agreement, charges, problems = [] } = view
  return dashboardPage(caller, {
    page: 'agreement',
    title: agreement.description,
    lead: `Agreement · times are in ${caller.timeZone}`,
    back: { href: AGREEMENTS_PATH, words: 'Agreements' },
    status: problems.length > 0 ? 422 : 200,
    body: html`${doneNotice(view.done)}${problemSummary(problems)}
<section class="sheet standing"><p>${agreementBadge(agreement.status, 'status')}</p>
${cancelForm(caller, agreement)}</section>
<div class="columns"><div>
<section class="stack"><h2>Payments</h2>${paymentsOf('agreement', charges, caller.timeZone, REFERENCE, [
      { field: 'next', head: 'Next attempt', cell: (charge) => nextAskOf(charge, caller.timeZone) },
    ])}</section>
</div><div>
<section class="sheet"><h2>Details</h2>${factsOf(caller, view)}</section>
</div></div>`,
  })
}

function cancelForm(caller: Viewer, { id, status }: ShownAgreement): Html | false {
  if (status === 'CANCELED' || status === 'ENDED' || !may(caller, 'agreements.manage')) return false
  return html`<p class="hint">After you cancel, the card can no longer be charged. You cannot undo it.</p>
${postButton({
  name: 'agreement-cancel',
  action: `${AGREEMENTS_PATH}/${encodeURIComponent(id)}/cancel`,
  csrfToken: caller.csrfToken,
  words: 'Cancel agreement',
  does: 'agreement-cancel',
  look: 'danger',
})}`
}

function factsOf({ timeZone }: Viewer, { agreement, maxAmount }: AgreementView): Html {
  const { currency } = agreement
  const timeOf = (at: string | null) => (at === null ? null : formatTime(new Date(at), timeZone))
  return factList([
    { name: 'ID', value: copiedId(agreement.id, 'id') },
    { name: 'Purpose', value: sentenceCase(agreement.purpose) },
    { name: 'Card', value: cardOf(agreement), field: 'card' },
    { name: 'Limit', value: maxAmount === null ? null : formatMoney({ amount: maxAmount, currency }, 'en') },
    { name: 'Days between charges', value: agreement.frequency_days },
    { name: 'Last day', value: agreement.ends_on },
    { name: 'Customer', value: agreement.customer_id },
    { name: 'Reason', value: agreement.stop_reason && sentenceCase(agreement.stop_reason), field: 'stop-reason' },
    { name: 'Agreed', value: timeOf(agreement.accepted_at) },
    { name: 'Ended', value: timeOf(agreement.ended_at) },
  ])
}

function nextAskOf({ data }: Transaction, timeZone: string): Html | null {
  const at = data?.retryOptions?.nextAttemptAt
  return at === undefined ? null : formatTime(new Date(at), timeZone)
}
