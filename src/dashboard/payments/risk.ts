import type { RiskData } from '#domain/rules/rule.ts'
import type { Transaction } from '#domain/transaction.ts'
import { type Html, html } from '#html/html.ts'
import { factList } from '../parts/facts.ts'
import { sentenceCase } from '../parts/format.ts'

/** Why lists or risk rules stopped a payment, let it pass or marked it, from its record alone. */
export function riskSheet({ data, review }: Transaction): Html | false {
  if (!data?.risk) return false
  const { risk } = data
  const names = (marks: RiskData['matched']) =>
    marks.map(({ rule, action }) => `${rule} (${sentenceCase(action)})`).join(', ')
  const facts = factList([
    ['List entry', risk.list, 'risk-list'],
    ['Rules that matched', names(risk.matched), 'risk-matched'],
    ['Shadow rules that matched', names(risk.shadow), 'risk-shadow'],
    ['Version of the rules', risk.version > 0 && risk.version, 'risk-version'],
    ['Review', review && sentenceCase(review), 'review'],
  ])
  return html`<section class="sheet"><h2>${risk.decision === 'BLOCK' ? 'Why stopped?' : 'Risk'}</h2>
<p data-field="why">${sentenceOf(risk)}</p>
${facts}</section>`
}

function sentenceOf({ decision, rule, list }: RiskData): string {
  if (list !== null) {
    return decision === 'BLOCK'
      ? 'An entry of your block list matches this payment. No provider was asked, and nothing was charged.'
      : 'An entry of your allow list matches this payment, so no risk rule was applied.'
  }
  if (rule === null) return 'No risk rule matched.'
  return SENTENCES[decision](rule)
}

const SENTENCES: Readonly<Record<RiskData['decision'], (rule: string) => string>> = {
  BLOCK: (rule) => `Your rule “${rule}” blocks payments like this one. No provider was asked, and nothing was charged.`,
  ALLOW: (rule) => `Your rule “${rule}” lets payments like this one pass.`,
  CHALLENGE: (rule) => `Your rule “${rule}” asks the bank to authenticate the shopper.`,
  REVIEW: (rule) => `Your rule “${rule}” wants a person to look at this payment.`,
}
