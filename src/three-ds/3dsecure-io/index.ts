import type { Clock } from '#domain/clock.ts'
import { authenticationRequestMessage } from '../authentication-request.ts'
import type { ThreeDsServer } from '../server.ts'
import { versioningOf } from './card-range.ts'
import { openClient } from './client.ts'
import type { Call, ServerEndpoint } from './config.ts'
import { type Failure, failureOf, TechnicalFailure } from './failure.ts'
import { probe } from './probe.ts'
import { answerOf, findResultReport, notPerformed, resultOf } from './translate.ts'

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
