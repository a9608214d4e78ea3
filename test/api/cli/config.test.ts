import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueClient } from '#identity/issue-client.ts'
import { type AdminApp, startAdminApp } from '../admin/admin-app.ts'
import { tollgate } from './tollgate.ts'

const FULL = { tags: ['full'] }
const KEY = 'a key that nobody guesses'

let app: AdminApp
let operator: Record<string, string>
let folder: string
let path: string
beforeAll(async () => {
  app = await startAdminApp()
  folder = await mkdtemp(join(tmpdir(), 'tollgate-config-'))
  path = join(folder, 'tollgate.json')
  const { clientId, clientSecret } = await issueClient(app.gateway.sql, { merchantId: null, scopes: ['operator'] })
  operator = access(clientId, clientSecret.reveal())
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await app.close()
})

function access(TOLLGATE_CLIENT_ID: string, TOLLGATE_CLIENT_SECRET: string) {
  return { TOLLGATE_URL: app.baseUrl, TOLLGATE_CLIENT_ID, TOLLGATE_CLIENT_SECRET }
}

let count = 0
let merchant: { name: string; id: string }
beforeEach(async () => {
  const name = `Shop${++count}`
  const account = { provider: 'card-simulator', name: 'Signed', credentials: { webhook_secret: KEY } }
  const terminals = [{ name: 'Till', provider_accounts: ['card-simulator/Signed'] }]
  const body = { merchant: { name, provider_accounts: [account], terminals } }
  merchant = { name, id: (await app.operator('POST', '/admin/configuration', body)).body.merchant_id }
})

const config = (verb: string, ...args: string[]) => tollgate(operator, 'config', verb, ...args)
const exportIt = async () => (await config('export', '--merchant', merchant.id)).out

/** Rewrites the file. */
async function edit(change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')))
}

async function countAudited(): Promise<number> {
  return (await app.operator('GET', `/admin/audit-log?merchant_id=${merchant.id}&limit=100`)).body.items.length
}

it('the export is the same each time, and names each credential instead of showing it', async () => {
  const text = await exportIt()
  expect(await exportIt()).toBe(text)
  expect(JSON.parse(text)).toMatchObject({
    version: 1,
    merchants: [
      {
        name: merchant.name,
        provider_accounts: [
          { credentials: { webhook_secret: `env:SHOP${count}_CARD_SIMULATOR_SIGNED_WEBHOOK_SECRET` } },
        ],
        terminals: [{ name: 'Till', provider_accounts: ['card-simulator/Signed'] }],
      },
    ],
  })
  expect(text).not.toMatch(/"(?:mer|acc|ter)_/)
})

it('an edited file is shown by diff, refused without consent, applied once, and creates another merchant by name', async () => {
  const audited = await countAudited()
  await writeFile(path, await exportIt())
  const unset = `merchants.0.provider_accounts.0.credentials.webhook_secret: SHOP${count}_CARD_SIMULATOR_SIGNED_WEBHOOK_SECRET is not set.\n`
  expect(await config('diff', path)).toEqual({ code: 2, out: '', err: unset })
  expect(await config('apply', path, '--yes')).toEqual({ code: 1, out: '', err: unset })

  operator[`SHOP${count}_CARD_SIMULATOR_SIGNED_WEBHOOK_SECRET`] = KEY
  expect(await config('diff', path)).toEqual({ code: 0, out: 'No difference.\n', err: '' })
  expect(await config('apply', path, '--yes')).toEqual({ code: 0, out: 'No difference.\n', err: '' })
  expect(await countAudited()).toBe(audited)

  await edit((text) => text.replace('"country": null', '"country": "SE"'))
  const line = `"${merchant.name}":\n  ~ merchant "${merchant.name}" country: null → "SE"\n`
  expect(await config('diff', path)).toEqual({ code: 1, out: line, err: '' })
  const asked = await config('apply', path)
  expect([asked.code, asked.err]).toEqual([1, expect.stringContaining('add --yes')])
  expect(await countAudited()).toBe(audited)
  expect(await config('apply', path, '--yes')).toEqual({ code: 0, out: line, err: '' })
  expect(await countAudited()).toBe(audited + 1)
  expect((await config('diff', path)).code).toBe(0)

  await edit((text) => text.replaceAll(`"${merchant.name}"`, `"${merchant.name} again"`))
  const created = await config('apply', path, '--yes')
  expect(created.out).toMatch(/^ {2}\+ terminal "Till"$[\s\S]*client ID \S+, client secret \w{32}$/m)
  expect(created.out).not.toContain(KEY)
})

describe('A file that cannot be applied', () => {
  const REFUSED: readonly (readonly [string, string, RegExp])[] = [
    ['is no JSON', 'merchants: []', /must contain a JSON object/],
    ['has another version', '{"version":2,"merchants":[]}', /^version: /],
    ['has no merchants', '{"version":1}', /^merchants: /],
    ['has a merchant without a name', '{"version":1,"merchants":[{}]}', /^merchants: /],
    ['has a merchant twice', '{"version":1,"merchants":[{"name":"A"},{"name":"A"}]}', /^A is here twice/],
    [
      'has a credential in clear',
      '{"version":1,"merchants":[{"name":"A","provider_accounts":[{"credentials":{"api_key":"sk_live_1"}}]}]}',
      /^merchants\.0\.provider_accounts\.0\.credentials\.api_key: Write env:NAME or file:\/path, never the value/,
    ],
    [
      'has a file that is none',
      '{"version":1,"merchants":[{"name":"A","provider_accounts":[{"credentials":{"api_key":"file:/dev/zero"}}]}]}',
      /credentials\.api_key: \/dev\/zero is not a file/,
    ],
    ['has a recipient twice', TWICE_RECIPIENT(), /^wallet_recipients: merchant:1 is at two merchants/],
    [
      'has an unknown field',
      '{"version":1,"merchants":[{"name":"A"},{"name":"B","contry":"RO"}]}',
      /^merchants\.1\.contry: /,
    ],
    [
      'has terminals that are none',
      '{"version":1,"merchants":[{"name":"A","terminals":[7]}]}',
      /^merchants\.0\.terminals\.0: /,
    ],
  ]

  it.each(REFUSED)('because it %s is refused with the place', FULL, async (_, text, message) => {
    await writeFile(path, text)
    const { code, out, err } = await config('diff', path)
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringMatching(message) })
    expect(err).not.toContain('sk_live')
  })

  it('because it is missing or too long is refused', FULL, async () => {
    expect((await config('diff', join(folder, 'none.json'))).err).toMatch(/none\.json cannot be read/)
    await writeFile(path, ' '.repeat(64 * 1024 * 1024 + 1))
    expect((await config('apply', path, '--yes')).err).toMatch(/has more than 67108864 bytes/)
  })
})

function TWICE_RECIPIENT(): string {
  const merchants = ['A', 'B'].map((name) => ({ name, wallet_recipients: ['merchant:1'] }))
  return JSON.stringify({ version: 1, merchants })
}

it('a merchant without the permission gets a sentence', FULL, async () => {
  const env = access(app.merchant.clientId, app.merchant.clientSecret)
  const { code, err } = await tollgate(env, 'config', 'export', '--merchant', merchant.id)
  expect([code, err.trim().split('\n').length]).toEqual([1, 1])
  expect(err).toMatch(/^[A-Z].*\.\n$/)
})

it('the credential of a file is read from there', FULL, async () => {
  const secret = join(folder, 'secret')
  await writeFile(secret, `${KEY}\n`)
  await writeFile(path, (await exportIt()).replace(/env:\w+/, `file:${secret}`))
  expect((await config('diff', path)).code).toBe(0)
  await writeFile(secret, `${KEY}, rotated\n`)
  const { code, out } = await config('diff', path)
  expect([code, out]).toEqual([
    1,
    expect.stringContaining('~ provider account "card-simulator/Signed" credentials: [] → ["webhook_secret"]'),
  ])
})

it('references that cannot be read are named together, and no value is repeated', FULL, async () => {
  const fifo = join(folder, 'fifo')
  execFileSync('mkfifo', [fifo])
  const [long, empty] = [join(folder, 'long'), join(folder, 'empty')]
  await writeFile(long, 'k'.repeat(8193))
  await writeFile(empty, ' \n')
  const never = 'Write env:NAME or file:/path, never the value, or null to keep the stored value.'
  const references: readonly (readonly [unknown, string])[] = [
    [`file:${folder}`, `${folder} is not a file.`],
    [`file:${fifo}`, `${fifo} is not a file.`],
    [`file:${long}`, `${long} has more than 8192 bytes.`],
    [`file:${empty}`, `${empty} is empty.`],
    ['file:/no/such', '/no/such cannot be read.'],
    ['env:NO_SUCH', 'NO_SUCH is not set.'],
    ...['env:', 'env:sk_live_1', 'sk_live_1', 'file:secret', 7, ['sk_live_1'], { value: 'sk_live_1' }].map(
      (reference) => [reference, never] as const,
    ),
  ]
  const credentials = Object.fromEntries(references.map(([reference], index) => [`key_${index}`, reference]))
  const account = { provider: 'card-simulator', name: 'Signed', credentials }
  await writeFile(path, JSON.stringify({ version: 1, merchants: [{ name: 'A', provider_accounts: [account] }] }))
  const place = 'merchants.0.provider_accounts.0.credentials'
  const lines = references.map(([, problem], index) => `${place}.key_${index}: ${problem}\n`)
  expect(await config('apply', path, '--yes')).toEqual({ code: 1, out: '', err: lines.join('') })
})
