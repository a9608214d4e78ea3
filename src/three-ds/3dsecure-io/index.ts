import { randomUUID } from 'node:crypto'
import type { Clock } from '#domain/clock.ts'
import { authenticationRequestMessage } from '../authentication-request.ts'
import { readErrorMessage } from '../error-message.ts'
import type { ThreeDsServer } from '../server.ts'
import { versioningOf } from './card-range.ts'
import { type Client, openClient, type Reply } from './client.ts'
import type { Call, ServerEndpoint } from './config.ts'
import { type Failure, failureOf, TechnicalFailure } from './failure.ts'
import { answerOf, findResultReport, notPerformed, resultOf, UNKNOWN_ID } from './translate.ts'

export interface HostedServer extends ThreeDsServer {
  close(): Promise<void>
}

/** Stateless client of 3dsecure.io (docs/providers/3dsecure-io.md). @param warn receives every technical failure */
export function createThreeDSecureIo(
  place: ServerEndpoint,
  clock: Clock,
  warn: (failure: Failure) => void,
): HostedServer {
  const client = openClient(place)

  /** Calls the server; logs a technical failure and returns the alternative instead. */
  async function unlessFailed<T>(call: Call, id: string | undefined, ask: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      warn({ call, threeDsServerTransId: id, ...failureOf(error) })
      return otherwise
    }
  }

  return {
    needsRequestor: true,

    checkMetadata: () => [],

    lookup({ card }, signal) {
      const ask = async () => versioningOf(await client.call('preauth', { acctNumber: card.number }, signal))
      return unlessFailed('preauth', undefined, ask, { enrolled: 'unknown' })
    },

    authenticate(request, signal) {
      const ask = async () => {
        if (!request.requestor) throw new TechnicalFailure('no-requestor')
        const message = authenticationRequestMessage(request, clock.now())
        return answerOf(await client.call('auth', message, signal), message, request)
      }
      const verdict = notPerformed(request.messageVersion)
      return unlessFailed('auth', request.threeDsServerTransId, ask, { kind: 'verdict', verdict })
    },

    async result(challenge, signal) {
      const { threeDsServerTransId: threeDSServerTransID, messageVersion } = challenge
      const ask = async () => findResultReport(await client.call('postauth', { threeDSServerTransID }, signal))
      const reply = await unlessFailed('postauth', threeDSServerTransID, ask, undefined)
      if (!reply) return { kind: 'none-yet' }
      const verdict = notPerformed(messageVersion)
      const read = async () => resultOf(reply, challenge)
      return unlessFailed('postauth', threeDSServerTransID, read, { kind: 'verdict', verdict })
    },

    probe: (signal) => probe(client, signal),

    close: () => client.close(),
  }
}

/** HTTP statuses of a rejected key. */
const REFUSED = ['401', '403']
/** Access denied, as an errorCode of EMV 3DS. */
const ACCESS_DENIED = '303'

/** Queries an unknown ID, the cheapest call with a valid key. @returns the problem and the next step, or null */
async function probe(client: Client, signal: AbortSignal): Promise<string | null> {
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
