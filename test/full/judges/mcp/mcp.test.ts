// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { type Judge, prepareNode } from '../judge.ts'

// The client of the protocol's own SDK judges `tollgate mcp`.

interface Verdict {
  readonly server: { readonly name: string }
  readonly tools: readonly { readonly name: string; readonly annotations: object }[]
  readonly results: readonly {
    readonly isError?: boolean
    readonly content: readonly { readonly text: string }[]
    readonly structuredContent?: Readonly<Record<string, unknown>>
  }[]
  /** Code of the error of an unknown tool. */
  readonly unknown: number
  readonly errors: readonly string[]
}

let app: RunningGateway
let judge: Judge
beforeAll(async () => {
  app = await useGateway()
  judge = await prepareNode('mcp')
})
afterAll(async () => {
  await judge.remove()
  await app.close()
})

async function ask(clientId: string, clientSecret: string, calls: readonly (readonly [string, object])[]) {
  const env = {
    ...{ PATH: process.env.PATH, TOLLGATE_URL: app.baseUrl },
    ...{ TOLLGATE_CLIENT_ID: clientId, TOLLGATE_CLIENT_SECRET: clientSecret },
  }
  const cwd = process.cwd()
  return (await judge.ask({ command: `${cwd}/tollgate.sh`, args: ['mcp'], env, cwd: '/', calls })) as Verdict
}

it('lists its tools and answers each', async ({ skip }) => {
  skip(judge.missing !== undefined, judge.missing)
  const { id } = (await app.merchant.authorize({})).body.result
  const verdict = await ask(app.merchant.clientId, app.merchant.clientSecret, [
    ['find_payments', { limit: 5 }],
    ['show_payment', { transaction_id: id }],
    ['explain_payment', { transaction_id: id }],
    ['list_disputes', { status: 'NEEDS_RESPONSE' }],
    ['analytics', { group_by: 'brand' }],
    ['balances', {}],
    ['search_docs', { q: 'refund' }],
    ['read_doc', { address: '/docs/glossary' }],
  ])
  expect(verdict).toMatchObject({ server: { name: 'tollgate' }, unknown: -32_602, errors: [] })
  expect(verdict.tools.map(({ annotations }) => annotations)).toEqual(
    Array(8).fill({ readOnlyHint: true, openWorldHint: false }),
  )
  expect(verdict.results.map(({ isError, structuredContent }) => [isError, typeof structuredContent])).toEqual(
    Array(8).fill([undefined, 'object']),
  )
  expect(verdict.results[2]!.structuredContent).toMatchObject({ payment: { id } })
})

it('names the permission that a client lacks', async ({ skip }) => {
  skip(judge.missing !== undefined, judge.missing)
  const body = { name: 'Assistant', permissions: ['money.read'] }
  const client = (await app.merchant.call('POST', '/api/clients', { body })).body
  const { tools, results } = await ask(client.client_id, client.client_secret, [
    ['balances', {}],
    ['find_payments', {}],
    ['explain_payment', { transaction_id: 'trx_1' }],
    ['list_disputes', {}],
    ['analytics', {}],
  ])
  expect(tools).toHaveLength(8)
  const said = results.map(({ isError = false, content }) => [isError, content[0]!.text])
  expect(said).toEqual([
    [false, expect.stringContaining('items')],
    [true, expect.stringContaining('payments.read')],
    [true, expect.stringContaining('payments.read')],
    [true, expect.stringContaining('disputes.read')],
    [true, expect.stringContaining('analytics.read')],
  ])
})
