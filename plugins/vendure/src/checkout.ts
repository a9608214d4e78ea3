import { giveBack, isGivenBack, type Session, type Tollgate, TollgateError, type Transaction } from '@tollgate/client'
import type { Options } from './options.ts'

/** What is due for an order of the shop. */
export interface Due {
  readonly code: string
  readonly amount: bigint
  readonly currency: string
}

/** Order to open a page for. */
export interface Wanted extends Due {
  readonly channel: string
  readonly email: string | null
  readonly returnUrl: string
}

/** Pages of one order and amount: more are opened only after each was closed. */
const MOST_PAGES = 20

/** The page on which an order is paid: the open one, in two tabs too, else a new one. */
export async function openPage(tollgate: Tollgate, options: Options, wanted: Wanted): Promise<Session> {
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const session = await createOrShow(tollgate, options, wanted, referenceOf(wanted, page))
    if (session.status !== 'CANCELED' && session.status !== 'SESSION_EXPIRED') return session
  }
  throw new Error('This order was opened and closed too often: make a new one.')
}

async function createOrShow(tollgate: Tollgate, options: Options, wanted: Wanted, reference: string): Promise<Session> {
  const { code, amount, currency, channel, email, returnUrl } = wanted
  try {
    return await tollgate.sessions.create({
      ...{ terminal_id: options.terminalId, reference, amount, currency },
      description: options.description ?? `Order ${code}`,
      transaction_type: options.capture ? 'PURCHASE' : 'AUTHORIZE',
      return_url: returnUrl,
      customer: { email },
      metadata: { vendure_order: code, vendure_channel: channel },
    })
  } catch (error) {
    const [problem] = error instanceof TollgateError ? error.problems : []
    const [holder, id] = problem?.property === 'reference' ? problem.params : []
    if (holder !== 'session' || !id) throw error
    return tollgate.sessions.show(id)
  }
}

/**
 * Closes the pages of an order, so that its basket may change, and gives back what was paid on them meanwhile. What a bank
 * has yet to confirm is given back when it comes.
 * @throws TollgateError if money could not be given back, or the gateway did not answer
 */
export async function closePages(tollgate: Tollgate, due: Due): Promise<void> {
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const [session] = (await tollgate.sessions.list({ reference: referenceOf(due, page) })).items
    if (!session) return
    if (session.status === 'CREATED' || session.status === 'PENDING') await cancel(tollgate, session.id)
    const { status, transaction_id } = await tollgate.sessions.show(session.id)
    if (status === 'APPROVED' && transaction_id !== null) await giveBack(tollgate, transaction_id)
  }
}

/** Passes where it is paid already, or a bank is at it. */
async function cancel(tollgate: Tollgate, id: string): Promise<void> {
  await tollgate.sessions.cancel(id).catch((error) => {
    if (!(error instanceof TollgateError) || error.status !== 422) throw error
  })
}

/** @returns why a payment does not pay what is due, or null if it does */
export async function objection(tollgate: Tollgate, transaction: Transaction | null, due: Due): Promise<string | null> {
  if (!transaction?.approved || transaction.parent_id !== null) return 'It is not approved.'
  if (transaction.metadata?.vendure_order !== due.code) return 'It is of another order.'
  if (transaction.currency !== due.currency || transaction.amount !== due.amount) return 'It is of another sum.'
  return (await isGivenBack(tollgate, transaction.id)) ? 'It was given back.' : null
}

const referenceOf = ({ code, amount }: Due, page: number) => `${code}-${amount}${page > 0 ? `-${page}` : ''}`
