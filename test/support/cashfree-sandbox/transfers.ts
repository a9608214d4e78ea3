import type { Conduct } from '../provider-sandbox/behavior.ts'
import type { SandboxAnswer, SandboxRequest } from '../provider-sandbox/server.ts'
import { refused, transferJson } from './answers.ts'
import { type Book, newNumber, type Transfer } from './book.ts'

interface TransferRequest {
  readonly transfer_id: string
  readonly transfer_amount: number
  readonly beneficiary_details: { readonly beneficiary_name: string }
}

/** By the name of the beneficiary: what the bank says, and with which code. */
const STATES: Readonly<Record<string, readonly [string, string]>> = {
  pending: ['PENDING', 'PENDING'],
  received: ['RECEIVED', 'RECEIVED'],
  approval: ['APPROVAL_PENDING', 'APPROVAL_PENDING'],
  failed: ['FAILED', 'IMPS_MODE_FAIL'],
  rejected: ['REJECTED', 'INVALID_MODE_FOR_PYID'],
  novel: ['SOMETHING_NEW', 'NEW'],
}

/** The routes of payouts. */
export function transferRoutes(book: Book, conduct: Conduct) {
  async function create({ body }: SandboxRequest): Promise<SandboxAnswer> {
    await conduct.think()
    const { transfer_id: id, transfer_amount: amount, beneficiary_details } = body as TransferRequest
    if (!/^[A-Za-z0-9]{1,40}$/.test(id)) return refused(400, 'transfer_id_invalid')
    if (amount < 1) return refused(400, 'transfer_amount_invalid')
    // The definition has no answer for it, nor have its examples: Cashfree's reference calls it so.
    if (book.transfers.has(id)) return { status: 409, raw: '{"code":"transfer_id_already_exists"}' }
    const { beneficiary_name: name } = beneficiary_details
    return conduct.carryOut(name, `transfer ${id}`, () => {
      const [status, code] = STATES[name] ?? ['SUCCESS', 'COMPLETED']
      const transfer: Transfer = { id, number: newNumber(), amount, status, code }
      book.transfers.set(id, transfer)
      return { status: 200, body: transferJson(transfer) }
    })
  }

  return {
    'POST /payout/transfers': create,
    'GET /payout/transfers': ({ query }: SandboxRequest) => {
      const transfer = book.transfers.get(query.get('transfer_id') ?? '')
      return transfer ? { status: 200, body: transferJson(transfer) } : refused(404, 'transfer_id_not_found')
    },
  }
}
