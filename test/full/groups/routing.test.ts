// @module-tag full
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type Group, isThere, type OneAddress, openOneAddress } from './groups.ts'

// Where one address leads (docs/operate/merchant-groups.md#one-address), with a listener in the place of each group.

const RANDOM = '3MUxFeOMTFfucNlzMJKaTCuGtFy'
const TOKEN_PATH = '/realms/production/protocol/openid-connect/token'

let arrived: { group: Group; method: string; url: string }[] = []

describe.skipIf(!isThere)('one address before two groups', () => {
  const servers: Server[] = []
  let directory: string
  let proxy: OneAddress
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tollgate-groups-'))
    const homes = join(directory, 'homes.map')
    await writeFile(homes, `# old\nmer_${RANDOM} us1\nolder-client us1\neu1_moved us1\n`)
    const [eu1, us1] = [await listen('eu1'), await listen('us1')]
    proxy = await openOneAddress({ eu1, us1 }, homes)
  })
  afterAll(async () => {
    await proxy?.close()
    for (const server of servers) server.close()
    await rm(directory, { recursive: true })
  })
  beforeEach(() => {
    arrived = []
  })

  async function listen(group: Group): Promise<string> {
    const server = createServer((request, response) => {
      const { method = '', url = '' } = request
      if (url !== '/health/ready') arrived.push({ group, method, url })
      if (url.endsWith('/garbled')) response.socket?.end('no answer of HTTP\r\n\r\n')
      else response.end('{}')
    }).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const ask = (path: string, init: RequestInit = {}) => fetch(proxy.address + path, { redirect: 'manual', ...init })
  const withClaims = (claims: object) => ({ headers: { authorization: `Bearer ${tokenOf(claims)}` } })
  const asForm = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })
  const asBasic = (clientId: string) => ({
    ...asForm({ grant_type: 'client_credentials' }),
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:secret`).toString('base64')}` },
  })
  const withKey = (key: string) => ({ method: 'POST', headers: { 'x-client-key': key } })

  const GRANT = { grant_type: 'client_credentials', client_secret: 'secret' }
  const US_MERCHANT = { client_id: 'us1_abc', merchant_id: `mer_us1_${RANDOM}` }

  it.each<[string, string, () => RequestInit, Group]>([
    ['a token by its merchant', '/api/transactions', () => withClaims(US_MERCHANT), 'us1'],
    [
      'another group’s transaction by the token all the same',
      `/api/transactions/trx_eu1_${RANDOM}/status`,
      () => withClaims(US_MERCHANT),
      'us1',
    ],
    ['a foreign issuer’s token by its client', '/api/events', () => withClaims({ azp: 'eu1_shop' }), 'eu1'],
    [
      'a merchant without a group by the list',
      '/api/events',
      () => withClaims({ client_id: 'x', merchant_id: `mer_${RANDOM}` }),
      'us1',
    ],
    ['a foreign client by the list', '/api/events', () => withClaims({ azp: 'older-client' }), 'us1'],
    ['who is listed by the list, whatever the name says', '/api/events', () => withClaims({ azp: 'eu1_moved' }), 'us1'],
    ['a token request by its form', TOKEN_PATH, () => asForm({ ...GRANT, client_id: 'eu1_abc' }), 'eu1'],
    ['a token request by HTTP Basic', TOKEN_PATH, () => asBasic('us1_abc'), 'us1'],
    ['a token request in percent-encoding', TOKEN_PATH, () => asBasic('us1%5Fabc'), 'us1'],
    [
      'a page’s call by its client key',
      `/embedded-fields/sessions/ses_us1_${RANDOM}/pay`,
      () => withKey('live_us1_abc'),
      'us1',
    ],
    [
      'a provider’s notice by its account',
      `/provider-notices/adyen/acc_eu1_${RANDOM}`,
      () => ({ method: 'POST', body: '{}' }),
      'eu1',
    ],
  ])('leads %s', async (_, path, init, group) => {
    expect((await ask(path, init())).status).toBe(200)
    expect(arrived).toEqual([{ group, method: init().method ?? 'GET', url: path }])
  })

  it.each([
    `/hosted-payment-page/ses_us1_${RANDOM}?locale=ro`,
    `/returns/mer_us1_${RANDOM}/trx_us1_${RANDOM}?redirectResult=x`,
  ])('sends a browser to the group’s own address: %s', async (path) => {
    const answer = await ask(path)
    const port = (servers[1]!.address() as AddressInfo).port
    expect([answer.status, answer.headers.get('location')]).toEqual([307, `http://127.0.0.1:${port}${path}`])
    expect(arrived).toEqual([])
  })

  it.each<[string, string, RequestInit, number]>([
    ['the dashboard', '/dashboard', {}, 404],
    ['an operator', '/admin/merchants', withClaims({ client_id: 'eu1_operator', scope: 'operator' }), 404],
    ['a form of an operator with a merchant’s token', '/admin/merchants', withClaims(US_MERCHANT), 404],
    ['figures', '/metrics', {}, 404],
    ['no token', '/api/transactions', {}, 401],
    ['what is no token', '/api/transactions', { headers: { authorization: 'Bearer eu1' } }, 401],
    ['a group that is not there', '/api/transactions', withClaims({ merchant_id: `mer_xx9_${RANDOM}` }), 401],
    [
      'a merchant that says no group and is not listed',
      '/api/transactions',
      withClaims({ merchant_id: 'mer_0JmyLxR6OT46u7wQZpmhk3uy' }),
      401,
    ],
    ['a token request without a client', TOKEN_PATH, asForm(GRANT), 401],
    ['a session that says none', `/hosted-payment-page/ses_${RANDOM}`, {}, 404],
    ['a notice to no account', '/provider-notices/card-simulator', { method: 'POST', body: '{}' }, 404],
  ])('leads nowhere: %s', async (_, path, init, status) => {
    const answer = await ask(path, init)
    const body = (await answer.json()) as Record<string, unknown>
    expect(answer.status).toBe(status)
    expect(Object.keys(body).sort()).toEqual(status === 401 ? ['error'] : ['errors', 'method', 'status'])
    expect(arrived).toEqual([])
  })

  it('leads a merchant to another group as soon as the admin socket names it', async () => {
    const merchantId = `mer_eu1_${RANDOM}`
    expect(await command(`add map ${proxy.homes} ${merchantId} us1`)).toBe('\n')
    expect((await ask('/api/events', withClaims({ ...US_MERCHANT, merchant_id: merchantId }))).status).toBe(200)
    expect(arrived).toEqual([{ group: 'us1', method: 'GET', url: '/api/events' }])
    expect(await command(`del map ${proxy.homes} ${merchantId}`)).toBe('\n')
    expect((await stat(proxy.adminSocket)).mode & 0o777).toBe(0o600)
  })

  async function command(line: string): Promise<string> {
    const socket = connect(proxy.adminSocket)
    socket.end(`${line}\n`)
    return text(socket)
  }

  it('says in JSON that no answer came that it understands', async () => {
    const answer = await ask('/api/garbled', withClaims(US_MERCHANT))
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({
      errors: [{ message: expect.stringContaining('may have been done') }],
      method: 'GET',
      status: 502,
    })
  })

  it('says that a group is away, and goes on leading to the other', async () => {
    const away = servers[0]!
    await new Promise((done) => {
      away.close(done)
      away.closeAllConnections()
    })
    // A request on a connection that the group is just closing gets no answer, so that its client repeats it.
    const answer = await eventually('an answer', 30, () =>
      ask('/api/events', withClaims({ merchant_id: `mer_eu1_${RANDOM}` })).catch(() => undefined),
    )
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await answer.json()).toMatchObject({ method: 'GET', status: 503 })
    expect((await ask('/api/events', withClaims(US_MERCHANT))).status).toBe(200)
  })
})

/** Builds an unsigned token: no proxy verifies it. */
function tokenOf(claims: object): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256' })}.${part(claims)}.${part('signature')}`
}
