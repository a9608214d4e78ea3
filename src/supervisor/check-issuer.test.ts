import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#app/config.ts'
import { checkIssuer } from './check-issuer.ts'

/** A provider that answers this to every request. @returns its address */
async function providerThatSays(answer: (url: string) => { status?: number; body: string }): Promise<string> {
  const server = createServer((_request, response) => {
    const { status = 200, body } = answer(url())
    response.writeHead(status).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return url()
}

/** Returns the log entry of a gateway with this AUTH_URL. */
async function told(authUrl: string): Promise<Record<string, unknown>> {
  const lines: string[] = []
  const sink = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line))
      done()
    },
  })
  const config = readConfig({ AUTH_URL: authUrl, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') })
  await checkIssuer(config, pino(sink))
  expect(lines).toHaveLength(1)
  return JSON.parse(lines[0]!)
}

const [INFO, ERROR] = [30, 50]

it('the start says who issues the tokens', async () => {
  const url = await providerThatSays((own) => ({ body: JSON.stringify({ issuer: `${own}/realms/uat` }) }))
  expect(await told(url)).toMatchObject({ level: INFO, issuer: `${url}/realms/uat` })
})

it.each([
  [
    'calls itself something else',
    { body: '{"issuer":"https://id.example/realms/uat"}' },
    'https://id.example/realms/uat',
  ],
  ['has no such realm', { status: 404, body: '{}' }, 'status 404'],
  ['is none', { body: '{}' }, 'no issuer'],
  ['speaks no JSON', { body: '<html>' }, expect.stringContaining('JSON')],
])('the start says what is wrong where the provider %s', async (_what, answer, found) => {
  const url = await providerThatSays(() => answer)
  const asked = `${url}/realms/uat/.well-known/openid-configuration`
  expect(await told(url)).toMatchObject({ level: ERROR, asked, expected: `${url}/realms/uat`, found })
})

it('the start logs an issuer that does not answer', async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const found = expect.stringContaining('ECONNREFUSED')
  expect(await told(`http://127.0.0.1:${port}`)).toMatchObject({ level: ERROR, found })
})
