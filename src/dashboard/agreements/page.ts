import { formatMoney } from '#domain/currency.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { ShownAgreement } from '#flows/agreements/index.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { type FieldProblem, postButton, problemSummary } from '../parts/form.ts'
import { formatTime, sentenceCase } from '../parts/format.ts'
import { cell } from '../parts/list.ts'
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
      cell.more('next', 'Next attempt', (charge) => nextAskOf(charge, caller.timeZone)),
    ])}</section>
</div><div>
<section class="sheet"><h2>Details</h2>${factsOf(caller, view)}</section>
</div></div>`,
  })
}

function cancelForm(caller: Viewer, { id, status }: ShownAgreement): Html | false {
  if (status === 'CANCELED' || status === 'ENDED' || !may(caller, 'agreements.manage')) return false
  return html`<p class="hint">After you cancel, the card can no longer be charged. You cannot undo it.</p>
${postButton(caller, { action: `${AGREEMENTS_PATH}/${encodeURIComponent(id)}/cancel`, words: 'Cancel agreement', does: 'agreement-cancel', look: 'danger' })}`
}

function factsOf({ timeZone }: Viewer, { agreement, maxAmount }: AgreementView): Html {
  const { currency } = agreement
  const timeOf = (at: string | null) => (at === null ? null : formatTime(new Date(at), timeZone))
  return factList([
    ['ID', copiedId(agreement.id, 'id')],
    ['Purpose', sentenceCase(agreement.purpose)],
    ['Card', cardOf(agreement), 'card'],
    ['Limit', maxAmount === null ? null : formatMoney({ amount: maxAmount, currency }, 'en')],
    ['Days between charges', agreement.frequency_days],
    ['Last day', agreement.ends_on],
    ['Customer', agreement.customer_id],
    ['Reason', agreement.stop_reason && sentenceCase(agreement.stop_reason), 'stop-reason'],
    ['Agreed', timeOf(agreement.accepted_at)],
    ['Ended', timeOf(agreement.ended_at)],
  ])
}

function nextAskOf({ data }: Transaction, timeZone: string): Html | null {
  const at = data?.retryOptions?.nextAttemptAt
  return at === undefined ? null : formatTime(new Date(at), timeZone)
}
