import { type ChildProcess, spawn } from 'node:child_process'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { openWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { comeBack, openRedirect, press, WALLETA } from '../redirects/shopper.ts'
import { tollgate } from './tollgate.ts'

/** Each of these starts processes of its own. */
const FULL = { tags: ['full'] }

let app: RunningGateway
let merchant: TestMerchant
let receiver: WebhookReceiver
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
  receiver = await openWebhookReceiver()
})
afterAll(async () => {
  await receiver.close()
  await app.close()
})

const begun: ChildProcess[] = []
afterEach(() => {
  for (const child of begun.splice(0)) child.kill('SIGKILL')
})

const accessOf = ({ clientId, clientSecret }: TestMerchant) => ({
  TOLLGATE_URL: app.baseUrl,
  TOLLGATE_CLIENT_ID: clientId,
  TOLLGATE_CLIENT_SECRET: clientSecret,
})

/** A command that goes on: what it has said so far, and how it ends. */
function start(...args: string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: '/nonexistent', ...accessOf(merchant) }
  const child = spawn('node', ['src/cli/index.ts', ...args], { env })
  begun.push(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, said, ended }
}

async function listening(...args: string[]) {
  const command = start('listen', ...args)
  await expect.poll(() => command.said.err).toContain('Listening')
  return command
}

const linesOf = ({ out }: { out: string }) => out.split('\n').filter((line) => line !== '')

describe('tollgate listen', () => {
  it('forwards what happens from then on, once, signed with the secret that it names, to the last digit', async () => {
    await merchant.authorize({ reference: 'before' })
    const { child, said, ended } = await listening('--forward-to', `${receiver.url}/hook`, '--json')
    const { id } = (await merchant.authorize({ amount: 9007199254740993n })).body.result
    await expect.poll(() => linesOf(said)).toHaveLength(1)
    const event = JSON.parse(linesOf(said)[0]!)
    expect(event).toMatchObject({ event: 'transaction.processed', payload: { id }, forwarded: { status: 204 } })
    const [secret] = said.err.match(/whsec_\S+/)!
    const [webhook, ...others] = receiver.received
    expect(others).toEqual([])
    expect(webhook!.path).toBe('/hook')
    expect(webhook!.headers['webhook-id']).toBe(event.id)
    expect(() => new Webhook(secret).verify(webhook!.body, webhook!.headers)).not.toThrow()
    expect(webhook!.body).toContain('"amount":9007199254740993,')
    expect(said.out).not.toContain(merchant.clientSecret)
    child.kill('SIGINT')
    expect(await ended).toBe(0)
  })

  it('prints only the requested types, and continues if the target does not answer', FULL, async () => {
    const nobody = await openWebhookReceiver()
    await nobody.close()
    const { said } = await listening('--forward-to', nobody.url, '--events', 'transaction.processed')
    const none = await listening('--events', 'endpoint.test')
    const first = (await merchant.authorize()).body.result
    await expect.poll(() => linesOf(said)).toHaveLength(1)
    const second = (await merchant.authorize()).body.result
    await expect.poll(() => linesOf(said)).toHaveLength(2)
    expect(linesOf(said)[0]).toMatch(new RegExp(`transaction.processed  ${first.id}  APPROVED  0000  → no response`))
    expect(linesOf(said)[1]).toContain(second.id)
    expect(none.said.out).toBe('')
  })
})

describe('a command that goes on', () => {
  it('ends quietly when its reader has ended', async () => {
    const { child, said, ended } = await listening('--json')
    child.stdout!.destroy()
    const noise = said.err
    await merchant.authorize()
    expect(await ended).toBe(0)
    expect(said.err).toBe(noise)
  })

  it('ends when what started it is killed', { tags: ['full'] }, async () => {
    const command = 'node src/cli/index.ts listen & echo $!; wait'
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: '/nonexistent', ...accessOf(merchant) }
    const parent = spawn('sh', ['-c', command], { env })
    begun.push(parent)
    let [out, err] = ['', '']
    parent.stdout.on('data', (chunk) => {
      out += chunk
    })
    parent.stderr.on('data', (chunk) => {
      err += chunk
    })
    await expect.poll(() => err, { timeout: 30_000 }).toContain('Listening')
    const isAlive = () => {
      try {
        return process.kill(Number(out), 0)
      } catch {
        return false
      }
    }
    expect(isAlive()).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(isAlive, { timeout: 30_000 }).toBe(false)
  })

  it('keeps its looks out of the request log', async () => {
    const own = await app.newMerchant()
    const looks = async () => (await own.call('GET', '/api/events')).status
    for (let second = 0; second < 5; second += 1) expect(await looks()).toBe(200)
    const { headers } = await own.call('GET', '/api/terminals')
    const requests = await eventually('the last request is in the log', 30, async () => {
      const { items } = (await own.call('GET', '/api/requests')).body
      return items.some((one: { request_id: string }) => one.request_id === headers.get('x-request-id')) && items
    })
    expect(requests.filter(({ path }: { path: string }) => path === '/api/events')).toHaveLength(1)
  })
})

it('listen forwards to an address with a query, and says what it does not understand once', {
  tags: ['full'],
}, async () => {
  const { child } = await listening('--forward-to', `${receiver.url}/index.php?option=shop&task=hook`)
  const { id } = (await merchant.authorize()).body.result
  await expect
    .poll(() => receiver.received.filter(({ body }) => body.includes(id)).map(({ path }) => path))
    .toEqual(['/index.php?option=shop&task=hook'])
  child.kill('SIGINT')
  const { code, err } = await tollgate(accessOf(merchant), 'listen', '--forward-to', 'ftp://127.0.0.1/')
  expect([code, err.match(/Must be/g)]).toEqual([2, ['Must be']])
})

describe('tollgate trigger', () => {
  it('makes a real payment, which ends as requested', FULL, async () => {
    const { code, out } = await tollgate(accessOf(merchant), 'trigger', 'transaction.processed', '--json')
    expect(code).toBe(0)
    const paid = JSON.parse(out)
    expect((await merchant.status(paid.id)).transaction).toMatchObject({ status: 'APPROVED', amount: 1250n })
    const declined = await tollgate(
      accessOf(merchant),
      'trigger',
      'transaction.processed',
      '--response-code',
      'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS',
      '--json',
    )
    expect(JSON.parse(declined.out)).toMatchObject({
      status: 'DECLINED',
      processing_code: '1004',
      response_message: 'insufficient funds',
    })
  })

  it.each(['payment_method.removed', 'payment_method.updated', 'refund.failed', 'session.completed', 'payout.failed'])(
    'makes a %s',
    FULL,
    async (type) => {
      const { said } = await listening('--events', type)
      const { code, err, out } = await tollgate(accessOf(merchant), 'trigger', type)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toMatch(new RegExp(`^${type}  \\w+.*\\n$`))
      await expect.poll(() => linesOf(said), { timeout: 45_000 }).toEqual([expect.stringContaining(type)])
    },
  )

  it('names the events there are where it is asked for another', FULL, async () => {
    const { code, err } = await tollgate(accessOf(merchant), 'trigger', 'moon.landed')
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('transaction.processed') })
  })
})

describe('tollgate logs', () => {
  it.each(['the id of a request', 'the id of a transaction'])('prints the same by %s', FULL, async (by) => {
    const paid = await merchant.authorize()
    const { id } = paid.body.result
    const requestId = paid.headers.get('x-request-id')!
    const { code, out } = await tollgate(accessOf(merchant), 'logs', by.endsWith('request') ? requestId : id)
    expect(code).toBe(0)
    for (const told of ['created  Purchase of €12.50', 'finished  Approved', 'event  transaction.processed'])
      expect(out).toContain(told)
    expect(out).toMatch(new RegExp(`request  POST /api/transactions/authorize  200  0000  \\d+ ms  ${requestId}`))
  })

  it('follows what waits for the shopper until it is over', FULL, async () => {
    const { id, url } = await openRedirect(merchant, WALLETA)
    const { said, ended } = start('logs', id, '--json')
    await expect.poll(() => said.out).toContain('"kind":"pending"')
    await comeBack(await press(url, 'APPROVED'))
    expect(await ended).toBe(0)
    const kinds = linesOf(said).map((line) => JSON.parse(line).kind ?? 'request')
    expect(kinds).toEqual(expect.arrayContaining(['request', 'created', 'pending', 'finished', 'event']))
    expect(new Set(linesOf(said)).size).toBe(kinds.length)
  })

  it('prints a rejected request with its fields, and an error if there is none', FULL, async () => {
    const refused = await merchant.authorize({ amount: 'much' })
    const { out } = await tollgate(accessOf(merchant), 'logs', refused.headers.get('x-request-id')!)
    expect(out).toMatch(/request {2}POST \/api\/transactions\/authorize {2}422 .*refused: amount/)
    const none = await tollgate(accessOf(merchant), 'logs', 'trx_2mVnQ8sX4kJ7bT5wLp9RzYcHdFg')
    expect(none).toEqual({ code: 1, out: '', err: 'No such transaction.\n' })
  })
})
