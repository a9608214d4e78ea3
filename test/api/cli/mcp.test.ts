import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#test/ports.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, newReference } from '#test/test-merchant.ts'
import { saveRules } from '../rules/routing-rules.ts'

const TOOLS = [
  ...['find_payments', 'show_payment', 'explain_payment', 'list_disputes'],
  ...['analytics', 'balances', 'search_docs', 'read_doc'],
]

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

// biome-ignore lint/suspicious/noExplicitAny: parsed messages
type Json = any

interface Message {
  readonly id?: unknown
  readonly result?: Json
  readonly error?: { readonly code: number; readonly message: string }
}

/** The server, as an assistant starts it, spoken to line by line. */
class Server {
  readonly child: ChildProcessWithoutNullStreams
  /** Everything on standard output. */
  readonly lines: string[] = []
  err = ''
  #id = 0

  constructor(command: readonly [string, ...string[]], env: Record<string, string>, cwd = '.') {
    const { PATH, NODE_COMPILE_CACHE = '' } = process.env
    const [file, ...args] = command
    this.child = spawn(file, args, { cwd, env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: '/nonexistent', ...env } })
    createInterface(this.child.stdout).on('line', (line) => this.lines.push(line))
    this.child.stderr.on('data', (piece) => {
      this.err += piece
    })
  }

  write(text: string): void {
    this.child.stdin.write(text)
  }

  async answerTo(id: unknown): Promise<Message> {
    const find = () => this.lines.map((line): Message => JSON.parse(line)).find((one) => one.id === id)
    await expect.poll(find).toBeDefined()
    return find()!
  }

  request(method: string, params?: object): Promise<Message> {
    this.#id += 1
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id: this.#id, method, params })}\n`)
    return this.answerTo(this.#id)
  }

  async call(name: string, input: object = {}): Promise<Json> {
    return (await this.request('tools/call', { name, arguments: input })).result
  }

  async end(): Promise<number> {
    this.child.stdin.end()
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode ?? 1
    const [code] = await once(this.child, 'close')
    return code
  }
}

let server: Server
afterEach(async () => {
  server.child.kill()
  await server.end()
})

const credentialsOf = (clientId: string, clientSecret: string, url = app.baseUrl) => ({
  TOLLGATE_URL: url,
  TOLLGATE_CLIENT_ID: clientId,
  TOLLGATE_CLIENT_SECRET: clientSecret,
})
const NODE = ['node', 'src/cli/index.ts', 'mcp'] as const

describe('tollgate mcp', () => {
  it('speaks JSON-RPC 2.0 and survives messages that are none', async () => {
    server = new Server(NODE, credentialsOf('nobody', 'no secret'))
    for (const [wanted, given] of [
      ['2025-06-18', '2025-06-18'],
      ['2024-11-05', '2024-11-05'],
      ['1999-01-01', '2025-11-25'],
    ] as const) {
      const params = { protocolVersion: wanted, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
      const { result } = await server.request('initialize', params)
      expect(result).toMatchObject({
        protocolVersion: given,
        serverInfo: { name: 'tollgate' },
        capabilities: { tools: {} },
      })
    }
    server.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n\n')
    expect((await server.request('ping')).result).toEqual({})
    expect((await server.request('resources/list')).error?.code).toBe(-32_601)
    expect((await server.request('tools/call', { name: 'refund_payment' })).error?.code).toBe(-32_602)
    expect((await server.request('tools/call', { name: 'constructor' })).error?.code).toBe(-32_602)
    const before = server.lines.length
    server.write('{"jsonrpc"\n[]\n{"id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":{},"method":"ping"}\n')
    server.write(`${'x'.repeat(1_500_000)}\n{"jsonrpc":"2.0","id":"späť","method":"ping"}\n`)
    expect((await server.answerTo('späť')).result).toEqual({})
    const codes = server.lines.slice(before, -1).map((line) => JSON.parse(line))
    expect(codes.map(({ id, error }) => [id, error.code])).toEqual(
      [-32_700, -32_600, -32_600, -32_600, -32_600].map((code) => [null, code]),
    )
    expect(await server.end()).toBe(0)
    expect(server.err).toBe('')
  })

  it('lists tools that only read', async () => {
    server = new Server(NODE, credentialsOf('nobody', 'no secret'))
    const { tools } = (await server.request('tools/list')).result
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(TOOLS)
    for (const { annotations, inputSchema, description } of tools) {
      expect(annotations.readOnlyHint).toBe(true)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(description.length).toBeGreaterThan(20)
    }
  })

  it('finds, shows and explains payments, exactly, and reads money and documents', async () => {
    const reference = newReference()
    const { merchant } = app
    const order = { reference, amount: 1234, metadata: { ...NOT_ENROLLED, note: 'zażółć \u200e gęślą' } }
    const { id } = (await merchant.authorize(order)).body.result
    server = new Server(NODE, credentialsOf(merchant.clientId, merchant.clientSecret))
    const found = await server.call('find_payments', { reference })
    expect(found.structuredContent.items.map((one: { id: string }) => one.id)).toEqual([id])
    expect(JSON.parse(found.content[0].text)).toEqual(found.structuredContent)
    expect((await server.call('show_payment', { transaction_id: id })).structuredContent).toMatchObject({
      ...{ id, amount: 1234, metadata: { note: 'zażółć \u200e gęślą' } },
    })
    const { payment, timeline, rules } = (await server.call('explain_payment', { transaction_id: id }))
      .structuredContent
    expect([payment.id, timeline.length > 1, rules]).toEqual([id, true, { risk: null, routing: null }])
    expect((await server.call('list_disputes')).structuredContent.items).toEqual([])
    expect((await server.call('analytics', { group_by: 'brand' })).structuredContent).toHaveProperty('items')
    expect((await server.call('balances')).structuredContent).toHaveProperty('items')
    const { items } = (await server.call('search_docs', { q: 'verify webhook signature' })).structuredContent
    const document = (await server.call('read_doc', { address: items[0].address })).structuredContent
    expect(document.text).toMatch(/^# /)
    const long = (await server.call('read_doc', { address: '/docs/operate/command' })).structuredContent
    const rest = await server.call('read_doc', { address: '/docs/operate/command', offset: long.next_offset })
    expect(`${long.text}${rest.structuredContent.text}`).toContain('## payment-link')
    const printed = server.lines.join('\n')
    for (const secret of [merchant.clientSecret, '4111111111111111']) expect(printed).not.toContain(secret)
  })

  it('explains a payment by the rules that decided, or names the permission to see them', async () => {
    const merchant = await app.newMerchant()
    await saveRules(merchant, 'risk', [{ name: 'look', then: { action: 'REVIEW' } }])
    const { id } = (await merchant.authorize({ metadata: NOT_ENROLLED })).body.result
    const body = { name: 'Assistant', permissions: ['payments.read'] }
    const narrow = (await merchant.call('POST', '/api/clients', { body })).body
    server = new Server(NODE, credentialsOf(narrow.client_id, narrow.client_secret))
    const blind = (await server.call('explain_payment', { transaction_id: id })).structuredContent
    expect(blind).toMatchObject({ risk: { rule: 'look' }, rules: { not_shown: expect.stringContaining('rules.read') } })
    server.child.kill()
    server = new Server(NODE, credentialsOf(merchant.clientId, merchant.clientSecret))
    const { rules } = (await server.call('explain_payment', { transaction_id: id })).structuredContent
    expect(rules.risk.rules).toMatchObject([{ name: 'look', then: { action: 'REVIEW' } }])
  })

  it('says what is wrong with an input, an ID or an address', async () => {
    server = new Server(NODE, credentialsOf(app.merchant.clientId, app.merchant.clientSecret))
    const say = async (name: string, input: object) => {
      const { isError, content } = await server.call(name, input)
      expect(isError).toBe(true)
      return content[0].text
    }
    expect(await say('find_payments', { status: 'PAID' })).toMatch(/^status: .*APPROVED/)
    expect(await say('find_payments', { limit: 1000, colour: 'red' })).toMatch(/colour: .*; limit: /)
    expect(await say('show_payment', {})).toMatch(/^transaction_id: /)
    expect(await say('show_payment', { transaction_id: 'trx_1' })).toContain('No such payment')
    expect(await say('read_doc', { address: '/api/transactions' })).toContain('search_docs')
    expect(await say('read_doc', { address: '/docs/integrate/nothing' })).not.toBe('')
  })

  it('names the permission that a tool lacks, which stays listed', async () => {
    const { body } = await app.merchant.call('POST', '/api/clients', {
      body: { name: 'Assistant', permissions: ['payments.read'] },
    })
    server = new Server(NODE, credentialsOf(body.client_id, body.client_secret))
    expect((await server.request('tools/list')).result.tools).toHaveLength(TOOLS.length)
    expect((await server.call('find_payments')).isError).toBeUndefined()
    for (const [tool, permission] of [
      ['list_disputes', 'disputes.read'],
      ['analytics', 'analytics.read'],
      ['balances', 'money.read'],
    ] as const) {
      const { isError, content } = await server.call(tool)
      expect([isError, content[0].text]).toEqual([true, expect.stringContaining(permission)])
    }
  })

  it('stays while the gateway is away, says so, and answers no canceled call', async () => {
    const away = `http://127.0.0.1:${await freePort()}`
    server = new Server(NODE, credentialsOf('nobody', 'no secret', away))
    for (let calls = 0; calls < 2; calls += 1) {
      const { isError, content } = await server.call('balances')
      expect([isError, content[0].text]).toEqual([true, expect.stringContaining(away)])
    }
    server.write('{"jsonrpc":"2.0","id":"gone","method":"tools/call","params":{"name":"balances"}}\n')
    server.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"gone"}}\n')
    await server.request('ping')
    await server.call('balances')
    expect(server.lines.some((line) => line.includes('gone'))).toBe(false)
    server = new Server(NODE, { REALM: 'production' })
    expect((await server.call('balances')).content[0].text).toContain('Set TOLLGATE_URL')
  })
})

describe('docs/integrate/ai-assistants.md', () => {
  const guide = readFileSync('docs/integrate/ai-assistants.md', 'utf8')

  it('has a command that starts the server of a checkout from any folder', async () => {
    const [, path, verb] = /`\/opt\/tollgate\/(\S+) (\w+)`/.exec(guide)!
    const { clientId, clientSecret } = app.merchant
    server = new Server([join(process.cwd(), path!), verb!], credentialsOf(clientId, clientSecret), '/')
    expect((await server.call('balances')).structuredContent).toHaveProperty('items')
  })

  it('names each tool with its permission', () => {
    const rows = [...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    expect(rows).toEqual(TOOLS)
  })
})
