import type { SandboxAnswer, SandboxRequest } from '../provider-sandbox/server.ts'
import type { Book, Transfer } from './book.ts'
import { refusedAs } from './faults.ts'
import type { NoticeSender } from './notices.ts'

/** `POST /transfers`: taken, and booked when a test says so. */
export function makeTransfer(book: Book, notices: NoticeSender, { body }: SandboxRequest, word: string): SandboxAnswer {
  const { reference, ...request } = body as { reference: string }
  const [, refused] = /^refuse-(\w+)$/.exec(word) ?? []
  const first = refused ? { status: 'refused', reason: refused } : { status: 'received', reason: 'pending' }
  const transfer = { id: book.newReference(), reference, request, ...first }
  book.transfers.push(transfer)
  tellOf(notices, transfer)
  return { status: 202, body: shown(transfer) }
}

/** `GET /transfers/{transfer}`. */
export function showTransfer(book: Book, _notices: NoticeSender, { params }: SandboxRequest): SandboxAnswer {
  const transfer = book.transfers.find(({ id }) => id === params.transfer)
  return transfer ? { status: 200, body: shown(transfer) } : refusedAs(422, '30_112', 'validation')
}

/** `GET /transfers`, by our reference. */
export function listTransfers(book: Book, _notices: NoticeSender, { query }: SandboxRequest): SandboxAnswer {
  const missing = ['createdSince', 'createdUntil'].filter((name) => !query.has(name))
  if (missing.length > 0) return refusedAs(422, '30_011', 'validation')
  const found = book.transfers.filter(
    ({ reference }) => !query.has('reference') || reference === query.get('reference'),
  )
  return { status: 200, body: { data: found.map(shown) } }
}

/** `POST /transfers/cancel`: only what is not booked can be stopped. */
export function cancelTransfers(book: Book, notices: NoticeSender, { body }: SandboxRequest): SandboxAnswer {
  const { transferIds } = body as { readonly transferIds: readonly string[] }
  for (const transfer of book.transfers.filter(({ id }) => transferIds.includes(id))) {
    if (transfer.status === 'received') moveTransfer(notices, transfer, 'cancelled', 'cancelled')
  }
  return { status: 200, body: {} }
}

/** Changes the status of a transfer, as the banks do. */
export function moveTransfer(notices: NoticeSender, transfer: Transfer, status: string, reason = 'approved'): void {
  Object.assign(transfer, { status, reason })
  tellOf(notices, transfer)
}

function tellOf(notices: NoticeSender, transfer: Transfer): void {
  notices.tellOfTransfer(transfer.reference, shown(transfer))
}

function shown({ id, reference, status, reason, request }: Transfer): object {
  const { balanceAccountId, priority, ...rest } = request
  return { ...rest, id, reference, status, reason, direction: 'outgoing', balanceAccount: { id: balanceAccountId } }
}

/** Converts any error to the form of this interface. */
export function asTransferError(answer: SandboxAnswer): SandboxAnswer {
  if (typeof answer === 'string' || 'raw' in answer || answer.status < 400) return answer
  const { status, body } = answer
  const { errorCode } = body as { readonly errorCode: string }
  return {
    status,
    body: { type: 'https://docs.adyen.com/errors', title: 'Refused', detail: 'By the sandbox.', status, errorCode },
  }
}
