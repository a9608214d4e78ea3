import type { BenchResult } from '#domain/rules/bench.ts'
import { type Html, html } from '#html/html.ts'
import { formatAmount, formatCount, formatTime } from '../parts/format.ts'
import { type Column, cell, list } from '../parts/list.ts'
import { linkedId } from '../parts/short-id.ts'
import type { Names } from './words.ts'

type Row = BenchResult['rules'][number]

interface BenchView {
  readonly result: BenchResult
  /** Time up to which payments were counted, if that took too long. */
  readonly reached: Date | undefined
  readonly timeZone: string
  readonly accounts: Names
}

export function benchSheet({ result, reached, timeZone, accounts }: BenchView): Html {
  const { payments, skipped, skippedFields, rules } = result
  const missing = skippedFields.map(({ field, payments: count }) => `${field} (${formatCount(count)})`).join(', ')
  return html`<section class="stack" data-section="bench" id="bench"><h2 tabindex="-1" autofocus>Last 30 days</h2>
<p role="status" data-field="payments">These rules judged ${formatCount(payments)} payments. Nothing was saved.</p>
${reached && html`<p class="notice notice-warning" data-state="partial">There are too many to count here, so only those before ${formatTime(reached, timeZone)} are. <code>tollgate rules test</code> counts all.</p>`}
${skipped > 0 && html`<p class="notice notice-warning" data-state="skipped">${formatCount(skipped)} payments were left out, because their records lack what the rules ask for: ${missing}.</p>`}
${list({ name: 'bench', caption: 'Payments of the last 30 days by rule', rows: rules, idOf: ({ name }) => name, columns: () => columnsOf(rules, accounts) })}
</section>`
}

function columnsOf(rules: readonly Row[], accounts: Names): readonly Column<Row>[] {
  const figure = (field: 'matched' | 'approved' | 'declined' | 'refunded' | 'fraud', head: string): Column<Row> => {
    return cell.number(field, head, (row) => formatCount(row[field]))
  }
  const routing: readonly Column<Row>[] = [
    cell.more('moved', 'Moved', ({ moved = [] }) =>
      lines(
        moved.map(
          ({ from, to, payments }) =>
            `${formatCount(payments)} from ${accounts.get(from) ?? from} to ${accounts.get(to) ?? to}`,
        ),
      ),
    ),
    cell.more('approval', 'Approval there', ({ approvalOfTarget }) => approvalWords(approvalOfTarget)),
  ]
  return [
    { field: 'name', head: 'Rule', place: 'title', cell: ({ name }) => name, also: exampleLinks },
    ...[figure('matched', 'Matched'), figure('approved', 'Approved'), figure('declined', 'Declined')],
    ...[figure('refunded', 'Refunded'), figure('fraud', 'Fraud')],
    cell.number('amounts', 'Amount', ({ amounts }) => lines(amounts.map(formatAmount))),
    ...(rules.some(({ moved }) => moved) ? routing : []),
  ]
}

function exampleLinks({ examples }: Row): Html {
  return lines(examples.map((id) => linkedId('transactions', id)))
}

function lines(parts: readonly (Html | string)[]): Html {
  return html`${parts.map((part) => html`<div>${part}</div>`)}`
}

/** No promise: only what the account did with payments that the rule would send to it. */
function approvalWords(approval: Row['approvalOfTarget']): string {
  if (!approval || approval.rate === null) return 'Nothing comparable'
  return `${Math.round(approval.rate * 100)} % of ${formatCount(approval.comparable)}`
}
