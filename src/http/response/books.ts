import { majorUnitsOf } from '#domain/currency.ts'
import { BOOK_ACCOUNTS } from '#domain/ledger.ts'
import { addDays } from '#domain/time-zone.ts'
import type { Balance, Journal, Leg } from '#flows/ledger/export-ledger.ts'
import type { BookFormat } from '#interface/ledger.ts'
import { csvLine } from './csv.ts'

type Batches<T> = AsyncIterable<readonly T[]>

/** Writers of the ledger by format (docs/operate/ledger.md#export-the-ledger). */
export const BOOKS: Readonly<Record<BookFormat, (journal: Journal) => AsyncGenerator<string>>> = {
  async *beancount({ from, to, opening, legs, closing }) {
    yield `; Ledger from ${from} to ${to}, UTC\n`
    yield* lines(nonzero(opening), (balance) => `  ${change(balance)}\n`, `\n${from} * "Opening balances"\n`)
    yield* lines(legs, (leg) => `${isDebit(leg) ? beancountHead(leg) : ''}  ${change(leg)}\n`)
    let opened = ''
    yield* lines(closing, (balance) => {
      const account = nameOf(balance)
      const open = account === opened ? '' : `\n${from} open ${account}\n`
      opened = account
      // An assertion applies to the beginning of its day.
      return `${open}${addDays(to, 1)} balance ${account}  ${unitsOf(balance)} ~ 0 ${balance.currency}\n`
    })
  },
  async *hledger({ from, to, opening, legs, closing }) {
    yield `; Ledger from ${from} to ${to}, UTC\ndecimal-mark .\n`
    yield* lines(nonzero(opening), (balance) => `    ${change(balance)}\n`, `\n${from} * Opening balances\n`)
    yield* lines(legs, (leg) => `${isDebit(leg) ? hledgerHead(leg) : ''}    ${change(leg)}\n`)
    const assertion = (balance: Balance) =>
      `    ${nameOf(balance)}  0 ${balance.currency} = ${unitsOf(balance)} ${balance.currency}\n`
    yield* lines(closing, assertion, `\n${to} * Closing balances\n`)
  },
  async *csv({ from, opening, legs }) {
    yield csvLine('csv', ['date', 'transaction_id', 'type', 'reference', 'account', 'currency', 'amount'])
    const cells = (balance: Balance) => [nameOf(balance), balance.currency, { decimal: unitsOf(balance) }]
    yield* lines(nonzero(opening), (balance) => csvLine('csv', [from, '', 'OPENING', '', ...cells(balance)]))
    yield* lines(legs, (leg) =>
      csvLine('csv', [leg.day, leg.transactionId, leg.type, escapeText(leg.reference), ...cells(leg)]),
    )
  },
}

/** @param head goes before the first line */
async function* lines<T>(batches: Batches<T>, lineOf: (row: T) => string, head = ''): AsyncGenerator<string> {
  let rest = head
  for await (const batch of batches) {
    if (batch.length === 0) continue
    yield rest + batch.map(lineOf).join('')
    rest = ''
  }
}

async function* nonzero(batches: Batches<Balance>): AsyncGenerator<readonly Balance[]> {
  for await (const batch of batches) yield batch.filter(({ amount }) => amount !== '0')
}

const isDebit = ({ amount }: Leg) => !amount.startsWith('-')

function beancountHead({ day, transactionId, type, reference }: Leg): string {
  return `\n${day} * "${type}"\n  id: "${transactionId}"\n  type: "${type}"\n  reference: "${escapeText(reference)}"\n`
}

/** In a tag, hledger ends a value at a comma and removes blanks around it. */
function hledgerHead({ day, transactionId, type, reference }: Leg): string {
  const value = escapeText(reference).replace(/,|^\s|\s$/g, escapeUnits)
  return `\n${day} * ${type}\n    ; id: ${transactionId}\n    ; type: ${type}\n    ; reference: ${value}\n`
}

function change(balance: Balance): string {
  return `${nameOf(balance)}  ${unitsOf(balance)} ${balance.currency}`
}

/** Names an account by capitalized words of letters, digits and hyphens, as Beancount requires. */
function nameOf({ account, owner }: Balance): string {
  return `${BOOK_ACCOUNTS[account].name}:${owner.charAt(0).toUpperCase()}${owner.slice(1).replaceAll('_', '-')}`
}

/** Signed major units, such as `-12.50`. */
function unitsOf({ amount, currency }: Balance): string {
  const [, sign, digits] = /^(-?)(.*)$/.exec(amount)!
  return sign + majorUnitsOf({ amount: BigInt(digits!), currency })
}

/** Escapes as JSON does, also characters that are invisible or end lines elsewhere. */
function escapeText(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, escapeUnits)
}

function escapeUnits(text: string): string {
  return text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
