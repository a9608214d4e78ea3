import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, fetch as fetchFrom } from 'undici'
import { formIn, postForm } from '#test/page-forms.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { openThreeDsSandbox, type ThreeDsSandbox } from '#test/three-ds-sandbox/index.ts'
import { challengeRequest } from '../../../client/three-ds.ts'
import { type Action, tokenOf } from './shopper.ts'

/** A gateway with the sandbox of a hosted 3-D Secure server. */
export interface HostedGateway {
  readonly sandbox: ThreeDsSandbox
  readonly app: RunningGateway
  close(): Promise<void>
}

/** Starts the sandbox, and a gateway that uses it. */
export async function openHostedGateway(): Promise<HostedGateway> {
  const sandbox = await openThreeDsSandbox()
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-three-ds-'))
  const [ca, key] = [join(directory, 'ca.pem'), join(directory, 'key')]
  await Promise.all([writeFile(ca, sandbox.ca), writeFile(key, `${sandbox.apiKey}\n`)])
  const app = await startOwnGateway({
    THREE_DS_SERVER: '3dsecure-io',
    THREE_DS_API_KEY_FILE: key,
    THREE_DS_SANDBOX_URL: sandbox.origin,
    THREE_DS_SANDBOX_CA: ca,
  })
  return {
    sandbox,
    app,
    async close() {
      await app.close()
      await Promise.all([sandbox.close(), rm(directory, { recursive: true })])
    },
  }
}

/** Posts the challenge request to `acs_url`, a page of the gateway. @returns the gateway's page */
export async function openChallenge(action: Action, fields: Record<string, string> = {}, destination?: string) {
  const token = tokenOf(action)
  const page = await postForm(token.acs_url!, { creq: challengeRequest(token), ...fields }, destination)
  return { status: page.status, csp: page.headers.get('content-security-policy'), page: await page.text() }
}

/** Does what the browser does, up to the bank's page. @returns the form that page posts */
export async function answerTheBank({ sandbox, app }: HostedGateway, action: Action) {
  const { url, fields } = formIn((await openChallenge(action)).page, app.baseUrl)
  const dispatcher = new Agent({ connect: { ca: sandbox.ca } })
  const page = await fetchFrom(url, { method: 'POST', body: new URLSearchParams(fields), dispatcher })
  return formIn(await page.text(), url)
}
