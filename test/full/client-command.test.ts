// @module-tag full
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createMerchantProject, MERCHANTS_PATH, type MerchantProject } from '#test/merchant-project.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { openWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'

// The command of the client's package, in a project that has only the packed client.

let app: RunningGateway
let project: MerchantProject
let receiver: WebhookReceiver
let access: Record<string, string>
beforeAll(async () => {
  app = await useGateway()
  project = await createMerchantProject()
  receiver = await openWebhookReceiver()
  const { clientId, clientSecret } = app.merchant
  access = { TOLLGATE_URL: app.baseUrl, TOLLGATE_CLIENT_ID: clientId, TOLLGATE_CLIENT_SECRET: clientSecret }
})
afterAll(async () => {
  await receiver.close()
  await project.remove()
  await app.close()
})

let listening: ChildProcess | undefined
afterEach(() => void listening?.kill('SIGKILL'))

const commandPath = () => join(project.folder, 'node_modules/.bin/tollgate-client')

function runCommand(command: string, args: readonly string[], env: Record<string, string>) {
  const options = { cwd: project.folder, env: { HOME: process.env.HOME, PATH: MERCHANTS_PATH, ...env } }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(command, args, options, (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }))
  })
}

/** Runs the command as the documents write it. */
function client(args: readonly string[], env: Record<string, string> = access) {
  return runCommand('npx', ['--no', '--', '@tollgate/client', ...args], env)
}

it('listen forwards, signed with the secret that it prints, what trigger makes happen, and logs follows it', async () => {
  const env = { PATH: MERCHANTS_PATH, ...access }
  listening = spawn(commandPath(), ['listen', '--forward-to', `${receiver.url}/hook`], { cwd: project.folder, env })
  let said = ''
  for (const stream of [listening.stdout!, listening.stderr!])
    stream.on('data', (text) => {
      said += text
    })
  await expect.poll(() => said).toContain('Listening')
  const { code, out, err } = await client(['trigger', 'transaction.processed'])
  expect({ code, out, err }).toEqual({
    code: 0,
    out: expect.stringMatching(/^transaction.processed {2}trx_\w+ {2}APPROVED {2}0000\n$/),
    err: '',
  })
  const [, id] = /(trx_\w+)/.exec(out)!
  await expect.poll(() => said).toMatch(new RegExp(`transaction.processed  ${id}  APPROVED  0000  → 204`))
  const [secret] = /whsec_\S+/.exec(said)!
  const webhook = receiver.received.find(({ body }) => body.includes(id!))!
  expect(() => new Webhook(secret).verify(webhook.body, webhook.headers)).not.toThrow()
  const followed = await client(['logs', id!, '--json'])
  expect(followed).toMatchObject({ code: 0, err: '' })
  const kinds = followed.out.match(/^\{.*\}$/gm)!.map((line) => JSON.parse(line).kind ?? 'request')
  expect(kinds).toEqual(expect.arrayContaining(['request', 'created', 'finished', 'event']))
})

it('uses the demo file that DEMO names, and settings of .env', async () => {
  const { client_id, client_secret } = { client_id: app.merchant.clientId, client_secret: app.merchant.clientSecret }
  const demo = { base_url: app.baseUrl, auth_url: app.baseUrl, realm: 'uat', merchant: { client_id, client_secret } }
  await writeFile(join(project.folder, 'demo.json'), JSON.stringify(demo))
  const byFile = await client(['trigger', 'transaction.processed'], { DEMO: 'demo.json' })
  expect(byFile).toMatchObject({ code: 0, out: expect.stringContaining('APPROVED') })
  await writeFile(join(project.folder, '.env'), 'DEMO=demo.json\n')
  const declined = ['trigger', 'transaction.processed', '--response-code', 'TRX_STATUS_DECLINED', '--json']
  const { code, out } = await client(declined, {})
  await writeFile(join(project.folder, '.env'), '')
  expect([code, JSON.parse(out)]).toMatchObject([0, { status: 'DECLINED', response_message: 'declined' }])
})

it('an assistant starts it from any folder with the configuration of the guide, and reads', async () => {
  const [, configuration] = /```json\n([\s\S]+?)```/.exec(await readFile('docs/integrate/ai-assistants.md', 'utf8'))!
  const { command, args, env } = JSON.parse(configuration!).mcpServers.tollgate
  expect(Object.keys(env)).toEqual(Object.keys(access))
  const server = spawn(command.replace('/srv/shop', project.folder), args, {
    cwd: '/',
    env: { PATH: MERCHANTS_PATH, ...access },
  })
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/call', params: { name: 'balances' } },
  ]
  server.stdin.end(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''))
  const [out, err, [code]] = await Promise.all([text(server.stdout), text(server.stderr), once(server, 'close')])
  const [initialized, listed, called] = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).result)
  const { version } = JSON.parse(await readFile('client/package.json', 'utf8'))
  expect({ code, err, server: initialized.serverInfo }).toMatchObject({ code: 0, err: '', server: { version } })
  expect(listed.tools).toHaveLength(8)
  expect(called.structuredContent).toHaveProperty('items')
})

it.for([
  [[], {}, 0, '', 'trigger <event>'],
  [['sing'], {}, 2, 'No command sing. (--help explains)\n', ''],
  [['constructor'], {}, 2, 'No command constructor. (--help explains)\n', ''],
  [['logs'], {}, 2, 'logs takes <id>. (--help explains)\n', ''],
  [['logs', 'trx_1', '--events', 'x'], {}, 2, 'logs has no option --events. (--help explains)\n', ''],
  [['listen', '--forward-to', 'ftp://x'], {}, 2, '--forward-to must be an http or https URL. (--help explains)\n', ''],
  [['mcp', 'now'], {}, 2, 'mcp takes no argument. (--help explains)\n', ''],
  [['listen', '--loud'], {}, 2, "Unknown option '--loud'", ''],
  [['listen'], {}, 1, 'Set TOLLGATE_URL, TOLLGATE_CLIENT_ID, TOLLGATE_CLIENT_SECRET, or', ''],
  [['listen'], { TOLLGATE_URL: 'x' }, 1, 'TOLLGATE_CLIENT_ID and TOLLGATE_CLIENT_SECRET must be set too.', ''],
  [['listen'], { DEMO: 'nowhere.json' }, 1, 'There is no nowhere.json.', ''],
] as const)('%j with %j ends with %i', async ([args, env, code, err, out]) => {
  const answer = await runCommand(commandPath(), args, env)
  expect(answer).toEqual({ code, err: expect.stringContaining(err), out: expect.stringContaining(out) })
})
