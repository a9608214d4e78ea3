import { randomUUID } from 'node:crypto'
import { readErrorMessage } from '../error-message.ts'
import type { Client, Reply } from './client.ts'
import { failureOf, TechnicalFailure } from './failure.ts'
import { UNKNOWN_ID } from './translate.ts'

/** HTTP statuses of a rejected key. */
const REFUSED = ['401', '403']
/** Access denied, as an errorCode of EMV 3DS. */
const ACCESS_DENIED = '303'

/** Queries an unknown ID, the cheapest call with a valid key. @returns the problem and the next step, or null */
export async function probe(client: Client, signal: AbortSignal): Promise<string | null> {
  try {
    requireUnknown(await client.call('postauth', { threeDSServerTransID: randomUUID() }, signal))
    return null
  } catch (error) {
    const { failure, code = '' } = failureOf(error)
    const isRefused = failure === 'status' ? REFUSED.includes(code) : code === ACCESS_DENIED
    if (isRefused) return 'The 3-D Secure server refuses the key; set THREE_DS_API_KEY of this realm.'
    const what = [failure, code].join(' ').trim()
    return `The 3-D Secure server gives no usable answer (${what}); look at the network between here and it.`
  }
}

/** @throws TechnicalFailure for anything but the expected error, which comes with any HTTP status */
function requireUnknown({ message, status }: Reply): void {
  const error = readErrorMessage(message, [])
  if (!error) throw new TechnicalFailure('status', { code: String(status) })
  if (error.errorCode !== UNKNOWN_ID) throw new TechnicalFailure('error-message', { code: error.errorCode })
}
