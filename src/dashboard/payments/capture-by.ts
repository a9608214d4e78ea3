import { remainingAmounts } from '#domain/follow-up.ts'
import type { Transaction } from '#domain/transaction.ts'
import { html } from '#html/html.ts'
import { formatTime } from '../parts/format.ts'
import { type Column, cell } from '../parts/list.ts'

export function isCapturable(transaction: Transaction): boolean {
  return transaction.authorizationExpiresAt !== null && remainingAmounts(transaction).capturable > 0n
}

/** Column of when authorizations expire. @param soon what expires before is red */
export function captureByColumn(timeZone: string, soon: Date): Column<Transaction> {
  return cell.more('capture-by', 'Capture by', (transaction) => {
    const at = transaction.authorizationExpiresAt
    if (!at || !isCapturable(transaction)) return null
    const time = formatTime(at, timeZone)
    return at < soon ? html`<span class="badge badge-danger">${time}</span>` : time
  })
}
