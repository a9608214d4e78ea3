import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { mannerOf } from './behavior.ts'
import { carryPage, challengePage, forgingMethodPage, methodPage } from './pages.ts'
import { ForeignThreeDsServer, type SimulatedAuthentication } from './three-ds-server.ts'

/** Well over the five seconds that a method page has (docs/reference/three-ds.md#fingerprint). */
const SLOW_MS = 8000

/** A bank's access control server with the 3-D Secure server that speaks for it. */
export interface Issuer {
  /** `http://acs.localhost:…`: another site than the shop's and the gateway's. */
  readonly origin: string
  readonly threeDs: ForeignThreeDsServer
  close(): Promise<void>
}

/** An answer, or null for none at all. */
type Page = { readonly html: string; readonly headers?: Readonly<Record<string, string>> } | null

type Form = Readonly<Record<string, string>>

/** Opens an issuer on a free port. */
export async function openIssuer(): Promise<Issuer> {
  const server = createServer((request, response) => void serve(threeDs, request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://acs.localhost:${(server.address() as AddressInfo).port}`
  const threeDs = new ForeignThreeDsServer(origin)
  return {
    origin,
    threeDs,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function serve(threeDs: ForeignThreeDsServer, request: IncomingMessage, response: ServerResponse) {
  const form = Object.fromEntries(new URLSearchParams(await text(request)))
  const page = await ROUTES[request.url as keyof typeof ROUTES]?.(threeDs, form)
  if (page === null) return
  response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...page?.headers })
  response.end(page?.html)
}

const ROUTES = {
  '/method': async (threeDs: ForeignThreeDsServer, { threeDSMethodData = '' }: Form): Promise<Page> => {
    const { threeDSServerTransID, threeDSMethodNotificationURL } = decode(threeDSMethodData)
    const { method } = authenticationOf(threeDs, threeDSMethodData).conduct
    if (method === 'forges') return { html: forgingMethodPage() }
    if (method === 'slow') await sleep(SLOW_MS)
    return { html: methodPage(threeDSMethodNotificationURL!, encode({ threeDSServerTransID })) }
  },
  '/challenge': async (threeDs: ForeignThreeDsServer, { creq = '' }: Form): Promise<Page> => {
    const { isSilent, script, headers } = mannerOf(authenticationOf(threeDs, creq).conduct)
    return isSilent ? null : { html: challengePage(creq, script), headers }
  },
  '/answer': async (threeDs: ForeignThreeDsServer, { creq = '', outcome }: Form): Promise<Page> => {
    const authentication = authenticationOf(threeDs, creq)
    authentication.chosen ??= outcome === 'Y' ? 'Y' : 'N'
    const { carry, lie, headers } = mannerOf(authentication.conduct)
    const { messageType: _, challengeWindowSize: __, ...ids } = decode(creq)
    const truth = { ...ids, messageType: 'CRes', challengeCompletionInd: 'Y', transStatus: authentication.chosen }
    const cres = typeof lie === 'string' ? lie : encode({ ...truth, ...lie })
    return { html: carryPage(authentication.request!.notificationUrl, cres, carry), headers }
  },
} as const

function authenticationOf(threeDs: ForeignThreeDsServer, message: string): SimulatedAuthentication {
  const authentication = threeDs.authentications.get(decode(message).threeDSServerTransID ?? '')
  if (!authentication) throw new Error('The issuer was asked about an authentication that it never heard of.')
  return authentication
}

function decode(message: string): Readonly<Record<string, string | undefined>> {
  return JSON.parse(Buffer.from(message, 'base64url').toString())
}

function encode(message: object): string {
  return Buffer.from(JSON.stringify(message)).toString('base64url')
}
