import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { failToStart, type GatewayProcess, type Home, makeHome, startGateway } from '#test/gateway.ts'
import { connectMerchant } from '#test/test-merchant.ts'
import { tollgate } from '../cli/tollgate.ts'

// The master key from shares or a command, and other secrets from files (docs/operate/keys.md).

const newKey = () => randomBytes(32).toString('base64')
const KEY = newKey()
const SHARE = newKey()

let home: Home
let folder: string
beforeAll(async () => {
  home = await makeHome()
  folder = mkdtempSync(join(tmpdir(), 'tollgate-sources-'))
})
afterAll(async () => {
  await home.remove()
  rmSync(folder, { recursive: true })
})

function file(name: string, content: string, mode = 0o600): string {
  const path = join(folder, name)
  writeFileSync(path, content, { mode })
  return path
}

function xor(one: string, other: string): string {
  const [a, b] = [Buffer.from(one, 'base64'), Buffer.from(other, 'base64')]
  return Buffer.from(a.map((byte, index) => byte ^ b[index]!)).toString('base64')
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

describe('a gateway with its key from a command, and the previous one in shares', () => {
  let gateway: GatewayProcess
  let sources: string[]
  const runs = () => readFileSync(join(folder, 'runs'), 'utf8').length
  const pay = async () => {
    const { base_url, merchant: demo } = gateway.demo
    const merchant = await connectMerchant(base_url, {
      merchantId: demo.merchant_id,
      terminalId: demo.terminal_id,
      publicKey: demo.public_key,
      clientId: demo.client_id!,
      clientSecret: demo.client_secret!,
    })
    return (await merchant.authorize()).body.result.status
  }

  beforeAll(async () => {
    const count = `printf x >> ${join(folder, 'runs')}`
    const command = file('unwrap', `#!/bin/sh\n${count}\necho warning >&2\ncat "$1"\n`, 0o700)
    sources = [
      ...[command, file('key', `${KEY}\n`)],
      ...[file('one', SHARE), file('two', `${xor(SHARE, newKey())}\n`), file('url', home.env.DATABASE_URL!)],
    ]
    gateway = await startGateway(home, {
      ...{ WORKERS: '2', LOG_LEVEL: 'debug', DATABASE_URL: '', DATABASE_URL_FILE: sources[4]! },
      ...{ MASTER_KEY_COMMAND: `${sources[0]} ${sources[1]}`, MASTER_KEY_PREVIOUS_FILE: `${sources[3]},${sources[2]}` },
    })
  })
  afterAll(() => gateway.stop())

  test('runs the command once for all its processes, and pays', async () => {
    expect(runs()).toBe(1)
    expect(await pay()).toBe('APPROVED')
  })

  test('restarts its processes without the command and the files', { timeout: 90_000 }, async () => {
    for (const path of sources) rmSync(path)
    const victims = childrenOf(gateway.pid)
    for (const victim of victims) process.kill(victim, 'SIGKILL')
    await eventually('other processes', 40, async () => {
      const children = childrenOf(gateway.pid)
      return children.length === 3 && !children.some((pid) => victims.includes(pid))
    })
    await eventually('payments', 40, async () => (await pay().catch(() => undefined)) === 'APPROVED')
    expect(runs()).toBe(1)
    expect(gateway.printed().match(/process exited, restarting/g)).toHaveLength(victims.length)
  })

  test('names its key as keys split does', async () => {
    const shown = await tollgate({ DATA_DIR: home.env.DATA_DIR! }, 'keys', 'show', '--json')
    const into = join(folder, 'named')
    const { out } = await tollgate({ MASTER_KEY: KEY }, 'keys', 'split', '--present', '--into', into, '--json')
    expect(JSON.parse(out).master_key_id).toBe(JSON.parse(shown.out).master_key_id)
  })

  test('has the key in no environment, argument or log', () => {
    for (const pid of [gateway.pid, ...childrenOf(gateway.pid)])
      for (const place of ['environ', 'cmdline']) {
        const text = readFileSync(`/proc/${pid}/${place}`, 'latin1')
        for (const secret of [KEY, SHARE]) expect(text).not.toContain(secret)
      }
    for (const secret of [KEY, SHARE, 'warning']) expect(gateway.printed()).not.toContain(secret)
  })
})

type Refused = [what: string, keys: Record<string, string>, line: string]
const doesNotStart = 'does not start with %s, and says so in one line'
test.each<Refused>([
  ['a failing command', { MASTER_KEY_COMMAND: 'false' }, 'MASTER_KEY_COMMAND must succeed; it ends with exit code 1.'],
])(doesNotStart, isRefused)
test.each<Refused>([
  [
    'two sources',
    { MASTER_KEY: KEY, MASTER_KEY_COMMAND: 'echo' },
    'MASTER_KEY and MASTER_KEY_COMMAND must not both be set.',
  ],
  ['a missing file', { MASTER_KEY_FILE: '/none' }, 'MASTER_KEY_FILE must name a readable file (ENOENT).'],
])(doesNotStart, { tags: ['full'] }, isRefused)

async function isRefused(...[_what, keys, line]: Refused): Promise<void> {
  expect(await failToStart({ ...home.env, ...keys })).toEqual({ code: 1, stderr: `${line}\n` })
}

test('the command reads its client secret from a file', async () => {
  const access = { TOLLGATE_URL: 'http://127.0.0.1:1', TOLLGATE_CLIENT_ID: 'me' }
  const secret = file('client-secret', 'hunter2\n')
  const errorOf = async (env: Record<string, string>) => (await tollgate({ ...access, ...env }, 'merchant', 'list')).err
  expect(await errorOf({ TOLLGATE_CLIENT_SECRET_FILE: secret })).toContain('Is the gateway running?')
  expect(await errorOf({})).toBe('TOLLGATE_CLIENT_SECRET must be set too.\n')
  expect(await errorOf({ TOLLGATE_CLIENT_SECRET: 'x', TOLLGATE_CLIENT_SECRET_FILE: secret })).toBe(
    'TOLLGATE_CLIENT_SECRET and TOLLGATE_CLIENT_SECRET_FILE must not both be set.\n',
  )
  expect(await errorOf({ TOLLGATE_CLIENT_SECRET_FILE: '/none' })).toBe(
    'TOLLGATE_CLIENT_SECRET_FILE must name a readable file (ENOENT).\n',
  )
})

describe('keys split', () => {
  const split = (env: Record<string, string>, ...args: string[]) => tollgate(env, 'keys', 'split', ...args)
  const sharesIn = (into: string) => readdirSync(into).map((name) => readFileSync(join(into, name), 'utf8').trim())

  test('writes each share of a new key to a file of its own, for its owner only', async () => {
    const into = join(folder, 'new')
    const { code, out, err } = await split({}, '--shares', '3', '--into', into, '--json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const files = [1, 2, 3].map((place) => join(into, `share-${place}`))
    expect(JSON.parse(out)).toEqual({ master_key_id: expect.stringMatching(/^[0-9a-f]{8}$/), files })
    for (const path of files) expect(statSync(path).mode & 0o777).toBe(0o600)
    for (const share of sharesIn(into)) {
      expect(share).toMatch(/^[A-Za-z0-9+/]{43}=$/)
      expect(out).not.toContain(share)
    }
  })

  test.each([
    ['of the environment', () => ({ MASTER_KEY: KEY })],
    ['of a file', () => ({ MASTER_KEY_FILE: file('present', KEY) })],
    ['of a command', () => ({ MASTER_KEY_COMMAND: `cat ${file('present', KEY)}` })],
    ['in DATA_DIR', () => ({ DATA_DIR: join(file('master-key', KEY), '..') })],
  ])('--present splits the key %s', async (what, env) => {
    const into = join(folder, what)
    expect(await split(env(), '--present', '--into', into)).toMatchObject({ code: 0, err: '' })
    const [one, two] = sharesIn(into)
    expect(xor(one!, two!)).toBe(KEY)
    expect([one, two]).not.toContain(KEY)
  })

  test('writes over no file, and then leaves none', async () => {
    const into = join(folder, 'taken')
    await split({}, '--into', into)
    rmSync(join(into, 'share-1'))
    const [taken] = sharesIn(into)
    const { code, out, err } = await split({}, '--into', into)
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: `${into}/share-2 cannot be created (EEXIST). Choose another folder.\n`,
    })
    expect(sharesIn(into)).toEqual([taken])
  })

  test.each([
    ['without a terminal and a folder', ['--shares', '2'], 1, /^Without a terminal, .*--into/],
    ['into one share', ['--shares', '1', '--into', 'x'], 2, /whole number from 2 to 9/],
    ['without a present key', ['--present', '--into', 'x'], 1, /^Set MASTER_KEY, or DATA_DIR: there is no /],
  ])('is refused %s', async (_what, args, code, message) => {
    const env = { DATA_DIR: join(folder, 'no data') }
    expect(await split(env, ...args)).toEqual({ code, out: '', err: expect.stringMatching(message) })
  })
})

test('keys derive prints lines for an environment file', async () => {
  const { out } = await tollgate({ ...home.env, MASTER_KEY: KEY } as Record<string, string>, 'keys', 'derive')
  expect(out).toMatch(/^SECRETS_KEY=[A-Za-z0-9+/]{43}=\n\n/)
})

describe('doctor', () => {
  type Held = [where: string, env: () => Record<string, string>, message: RegExp]
  const saysHow = 'says of a key in %s how it is held'
  test.each<Held>([
    [
      'shares',
      () => ({ MASTER_KEY_FILE: `${file('a', SHARE)},${file('b', xor(SHARE, KEY))}` }),
      /^2 shares in MASTER_KEY_FILE.*3\.7\.6/,
    ],
  ])(saysHow, isShown)
  test.each<Held>([
    [
      'the environment',
      () => ({ MASTER_KEY: KEY }),
      /^Warning: MASTER_KEY has a whole key.*3\.7\.6.*MASTER_KEY_COMMAND/,
    ],
    ['one file', () => ({ MASTER_KEY_FILE: file('whole', KEY) }), /^Warning: MASTER_KEY_FILE has a whole key.*3\.7\.6/],
    ['a command', () => ({ MASTER_KEY_COMMAND: `cat ${file('whole', KEY)}` }), /^from MASTER_KEY_COMMAND.*3\.7\.6/],
  ])(saysHow, { tags: ['full'] }, isShown)

  async function isShown(...[_where, env, message]: Held): Promise<void> {
    const { DATA_DIR, DATABASE_URL } = home.env as Record<string, string>
    const { out } = await tollgate({ DATA_DIR: DATA_DIR!, DATABASE_URL: DATABASE_URL!, ...env() }, 'doctor', '--json')
    const { items } = JSON.parse(out) as { items: { check: string; ok: boolean; message: string }[] }
    expect(items.find(({ check }) => check === 'key custody')).toEqual({
      check: 'key custody',
      ok: true,
      message: expect.stringMatching(message),
    })
    expect(out).not.toContain(KEY)
  }
})
