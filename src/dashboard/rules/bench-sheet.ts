import type { BenchResult } from '#domain/rules/bench.ts'
import type { WrittenRule } from '#domain/rules/read-rules.ts'
import type { RiskAction } from '#domain/rules/rule.ts'
import { type Html, html } from '#html/html.ts'
import { formatAmount, formatCount, formatTime, timeWithin } from '../parts/format.ts'
import { paymentList } from '../parts/payments-of.ts'
import type { Names } from './words.ts'

type Row = BenchResult['rules'][number]

interface BenchView {
  readonly result: BenchResult
  readonly rules: readonly WrittenRule[]
  /** Version that the rules are based on, and how many changes they have. */
  readonly version: string
  readonly changes: number
  readonly from: Date
  readonly to: Date
  /** Time up to which payments were counted, if that took too long. */
  readonly reached: Date | undefined
  readonly timeZone: string
  readonly accounts: Names
}

export function benchSheet(view: BenchView): Html {
  const { result, version, changes, from, to, reached, timeZone } = view
  const { payments, skipped, skippedFields, rules } = result
  const missing = skippedFields.map(({ field, payments: count }) => `${field} (${formatCount(count)})`).join(', ')
  const draft = changes === 0 ? '' : ` with ${changes === 1 ? '1 change' : `${changes} changes`}`
  return html`<section class="sheet" data-section="bench" id="bench"><h2 tabindex="-1" autofocus>Last 30 days</h2>
<p class="hint">${formatTime(from, timeZone)} to ${timeWithin(to, timeZone)} · version ${version}${draft}</p>
<p role="status" data-field="payments">These rules judged ${formatCount(payments)} payments. Nothing was saved.</p>
${reached && html`<p class="notice notice-warning" data-state="partial">There are too many to count here, so only those before ${timeWithin(reached, timeZone)} are. <code>tollgate rules test</code> counts all.</p>`}
${skipped > 0 && html`<p class="notice notice-warning" data-state="skipped">${formatCount(skipped)} payments were left out, because their records lack what the rules ask for: ${missing}.</p>`}
<ol class="stack" data-list="bench">${rules.map((row) => html`<li class="part" data-id="${row.name}">${ruleResult(view, row)}</li>`)}</ol>
</section>`
}

const EFFECTS: Readonly<Record<RiskAction, string>> = {
  BLOCK: 'Would have blocked',
  CHALLENGE: 'Would have asked the bank about',
  REVIEW: 'Would have marked for review',
  ALLOW: 'Would have allowed',
}

function ruleResult({ rules, timeZone, accounts }: BenchView, row: Row): Html {
  const { name, matched, amounts, latest, moved = [], approvalOfTarget } = row
  const then = rules.find((one) => one.name === name)?.then
  const effect = then && 'action' in then ? EFFECTS[then.action] : 'Would have routed'
  const figure = (field: 'approved' | 'declined' | 'refunded' | 'fraud') =>
    html`<span data-field="${field}">${formatCount(row[field])}</span> ${field}`
  const moves = moved.map(
    ({ from, to, payments }) =>
      `${formatCount(payments)} from ${accounts.get(from) ?? from} to ${accounts.get(to) ?? to}`,
  )
  const title = html`<p><strong data-field="name" translate="no">${name}</strong></p>`
  if (matched === 0) return html`${title}<p class="muted"><span data-field="matched">0</span> payments matched.</p>`
  const caption = `Latest payments that match ${name}`
  return html`${title}<details class="fold"><summary><span>${effect} <span data-field="amounts">${amounts.map(formatAmount).join(' and ')}</span> in <span data-field="matched">${formatCount(matched)}</span> ${matched === 1 ? 'payment' : 'payments'}</span></summary>
${matched > latest.length && html`<p class="hint">The latest ${latest.length} of ${formatCount(matched)}.</p>`}
${paymentList(latest, timeZone, { name: 'bench-payments', caption })}</details>
<p class="hint">${figure('approved')} · ${figure('declined')} · ${figure('refunded')} · ${figure('fraud')}</p>
${moves.length > 0 && html`<p class="hint">Moved: <span data-field="moved">${moves.join(', ')}</span></p>`}
${approvalOfTarget && html`<p class="hint">Approval there: <span data-field="approval">${approvalWords(approvalOfTarget)}</span></p>`}`
}

/** No promise: only what the account did with payments that the rule would send to it. */
function approvalWords(approval: NonNullable<Row['approvalOfTarget']>): string {
  if (approval.rate === null) return 'Nothing comparable'
  return `${Math.round(approval.rate * 100)} % of ${formatCount(approval.comparable)}`
}
