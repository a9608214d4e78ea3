import { type Problem, problem } from '../problem.ts'
import { isObject } from './json.ts'
import { RISK_ACTIONS, type RuleKind } from './rule.ts'

const MOST_ACCOUNTS = 20
const FORMS = ['accounts', 'split', 'order'] as const

/** Problems of a rule's consequence (docs/reference/rules.md#consequences). */
export function consequenceProblems(
  written: unknown,
  at: string,
  kind: RuleKind,
  accounts: readonly string[],
): readonly Problem[] {
  if (!isObject(written)) return [problem(at, 'Send an object.', 'object')]
  if (kind === 'routing') return routingProblems(written, at, accounts)
  const isAction = (RISK_ACTIONS as readonly unknown[]).includes(written.action)
  return isAction ? [] : [problem(`${at}.action`, `Use one of ${RISK_ACTIONS.join(', ')}.`, ...RISK_ACTIONS)]
}

function routingProblems(written: Readonly<Record<string, unknown>>, at: string, accounts: readonly string[]) {
  const forms = FORMS.filter((form) => written[form] !== undefined)
  if (forms.length !== 1) return [problem(at, 'Use exactly one of accounts, split and order.', ...FORMS)]
  if (written.action !== undefined) return [problem(`${at}.action`, 'Omit it; routing rules have none.')]
  if (written.order !== undefined) {
    return written.order === 'least_fee' ? [] : [problem(`${at}.order`, 'Use least_fee.', 'least_fee')]
  }
  const [form] = forms
  const list = written[form!]
  const place = `${at}.${form}`
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_ACCOUNTS) {
    return [problem(place, `Send a list of 1 to ${MOST_ACCOUNTS} accounts.`, '1', String(MOST_ACCOUNTS))]
  }
  return form === 'split' ? splitProblems(list, place, accounts) : accountProblems(list, place, accounts)
}

function accountProblems(list: readonly unknown[], at: string, accounts: readonly string[], below = ''): Problem[] {
  return list.flatMap((account, index) => {
    const place = `${at}[${index}]${below}`
    if (typeof account !== 'string' || !accounts.includes(account)) {
      return [problem(place, 'Use the ID of one of your provider accounts.')]
    }
    return list.indexOf(account) < index ? [problem(place, 'Name each account once.')] : []
  })
}

function splitProblems(list: readonly unknown[], at: string, accounts: readonly string[]): Problem[] {
  const shares = list.map((share) => (isObject(share) ? share : {}))
  const weights = shares.map(({ weight }) => weight)
  const wrong = weights.flatMap((weight, index) =>
    isWeight(weight) ? [] : [problem(`${at}[${index}].weight`, 'Use an integer from 0 to 100.', '0', '100')],
  )
  const names = shares.map(({ account }) => account)
  const isWhole = wrong.length > 0 || weights.filter(isWeight).reduce((sum, weight) => sum + weight, 0) === 100
  const sum = isWhole ? [] : [problem(at, 'Use weights that add up to 100.', '100')]
  return [...accountProblems(names, at, accounts, '.account'), ...wrong, ...sum]
}

function isWeight(weight: unknown): weight is number {
  return Number.isInteger(weight) && Number(weight) >= 0 && Number(weight) <= 100
}
