import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { brandOf } from '../../../src/domain/brands.ts'
import { readChallengeRequest, writeChallengeResponse } from '../../../src/three-ds/messages.ts'
import { createPrivateAuthority } from '../private-authority.ts'
import { answer, type Fault } from './faults.ts'
import { faultsOf, type Message } from './field-rules.ts'
import { authenticationResponse, cardRange, errorMessage, resultsRequest } from './messages.ts'
import { type TestCase, testCaseOf } from './test-cases.ts'

/** State of one authentication in the sandbox. */
export interface Entry {
  readonly testCase: TestCase
  areq?: Message
  ares?: Message
  rreq?: Message
}

type Call = 'preauth' | 'auth' | 'postauth'

export interface ThreeDsSandbox {
  readonly origin: string
  readonly apiKey: string
  /** PEM of its authority. */
  readonly ca: string
  /** By the server's transaction id. */
  readonly book: ReadonlyMap<string, Entry>
  /** Every body that came, as it came. */
  readonly received: readonly { readonly call: string; readonly body: string }[]
  /** Sets the fault of every later answer of a call; undefined removes it. */
  disturb(call: Call, fault: Fault | undefined): void
  /** The shopper's word on the bank's page. */
  conclude(id: string, choice: 'Y' | 'N' | 'U' | 'R' | 'A' | 'cancel'): void
  close(): Promise<void>
}

/**
 * Opens a sandbox with its directory server and issuer: it keeps a book, answers by the published test cases, and
 * checks every message, and every answer of its own, against the published tables.
 */
export async function openThreeDsSandbox(): Promise<ThreeDsSandbox> {
  const { ca, cert, key } = createPrivateAuthority()
  const book = new Map<string, Entry>()
  const faults = new Map<string, Fault>()
  const received: { call: string; body: string }[] = []
  const apiKey = randomUUID()
  const server = createServer({ cert, key }, (request, response) => void serve(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const call = request.url!.slice(1)
    if (call === 'challenge') return showChallenge(response, new URLSearchParams(body).get('creq') ?? '')
    received.push({ call, body })
    if (request.headers.apikey !== apiKey) return refuse(response)
    const message = CALLS[call as Call](JSON.parse(body), /^[\0-\x7f]*$/.test(body))
    return answer(request, response, message, faults.get(call))
  }

  const CALLS: Readonly<Record<Call, (asked: Message, isAscii: boolean) => Message>> = {
    preauth(asked) {
      const number = String(asked.acctNumber)
      const testCase = testCaseOf(number)
      const wrong = faultsOf('preauthRequest', asked)
      if (wrong.length > 0) return errorMessage('203', wrong.join(), asked)
      if (!testCase) return errorMessage('305', 'No CRD found, card with BIN ****** is not enrolled', asked)
      const id = randomUUID()
      book.set(id, { testCase })
      return judged('preauthResponseCRD', cardRange(id, testCase, origin, brandOf(number) ?? 'standin'))
    },
    auth(asked, isAscii) {
      const entry = book.get(String(asked.threeDSServerTransID))
      const wrong = [...faultsOf('areq', asked), ...(isAscii ? [] : ['characters beyond ASCII'])]
      if (wrong.length > 0) return errorMessage('203', wrong.join(), asked)
      if (!entry?.testCase.versions.includes(String(asked.messageVersion))) return errorMessage('301', 'id', asked)
      if (entry.testCase.answer === 'time-out') return errorMessage('405', 'Connection timeout', asked)
      entry.areq = asked
      entry.ares = authenticationResponse(asked, entry.testCase.answer, origin)
      return judged('ares', entry.ares)
    },
    postauth(asked) {
      const rreq = book.get(String(asked.threeDSServerTransID))?.rreq
      if (faultsOf('postauthRequest', asked).length > 0) return errorMessage('203', 'threeDSServerTransID', asked)
      return rreq ? judged('rreq', rreq) : errorMessage('203', 'Unknown threeDSServerTransID', asked)
    },
  }

  /** A challenge that passes or fails automatically, as the last digit says. */
  function showChallenge(response: ServerResponse, creq: string): void {
    const { challengeWindowSize: _, messageType: __, ...ids } = readChallengeRequest(creq)!
    const { testCase, areq } = book.get(ids.threeDSServerTransID)!
    conclude(ids.threeDSServerTransID, testCase.result)
    const cres = writeChallengeResponse({ ...ids, transStatus: testCase.result })
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      `<form method="post" action="${areq!.notificationURL}"><input type="hidden" name="cres" value="${cres}"></form>`,
    )
  }

  function conclude(id: string, choice: Parameters<ThreeDsSandbox['conclude']>[1]): void {
    const entry = book.get(id)!
    const [transStatus, cancel] = choice === 'cancel' ? (['N', '01'] as const) : [choice, undefined]
    entry.rreq ??= resultsRequest(entry.areq!, entry.ares!, transStatus, cancel)
  }

  return {
    origin,
    apiKey,
    ca,
    book,
    received,
    disturb: (call, fault) => void (fault ? faults.set(call, fault) : faults.delete(call)),
    conclude,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function refuse(response: ServerResponse): void {
  response.writeHead(401, { 'content-type': 'text/plain' })
  response.end('Invalid API Key')
}

/** Checks that the sandbox itself answers as the provider would. */
function judged(kind: Parameters<typeof faultsOf>[0], message: Message): Message {
  const wrong = faultsOf(kind, message)
  if (wrong.length > 0) throw new Error(`The sandbox would answer with a wrong ${kind}: ${wrong.join(', ')}.`)
  return message
}
