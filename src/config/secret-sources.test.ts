import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dataDir, mistakesOf, PRODUCTION, readTestConfig } from '#test/read-test-config.ts'
import { splitKey } from './key-shares.ts'

const PLACE = join(dataDir, 'secrets')
mkdirSync(PLACE, { recursive: true })
let files = 0

function file(content: string, mode = 0o600): string {
  const path = join(PLACE, `file-${files++}`)
  writeFileSync(path, content, { mode })
  return path
}

const program = (body: string) => file(`#!/bin/sh\n${body}\n`, 0o700)
/** A killed one may wait for its parent. */
function isRunning(pid: string): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
}
const newKey = () => randomBytes(32).toString('base64')
const KEY = newKey()
const [ONE, TWO] = splitKey(Buffer.from(KEY, 'base64'), 2) as [string, string]

const NAMES = [
  ['MASTER_KEY', 'masterKey'],
  ['MASTER_KEY_PREVIOUS', 'previousMasterKey'],
] as const

describe.each(NAMES)('%s', (name, field) => {
  const others = name === 'MASTER_KEY' ? { ...PRODUCTION, MASTER_KEY: '' } : PRODUCTION
  const keyOf = (env: Record<string, string>) => readTestConfig({ ...others, ...env })[field]?.reveal()
  const refusalOf = (env: Record<string, string>) => {
    const mistakes = mistakesOf({ ...others, ...env })
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).not.toContain('\n')
    return mistakes[0]
  }

  test.each<[string, () => Record<string, string>]>([
    ['the environment', () => ({ [name]: KEY })],
    ['a file', () => ({ [`${name}_FILE`]: file(`${KEY}\n`) })],
    ['two shares', () => ({ [`${name}_FILE`]: `${file(ONE)},${file(`${TWO}\n`)}` })],
    ['two shares in the other order', () => ({ [`${name}_FILE`]: `${file(TWO)} , ${file(ONE)}` })],
    ['a command with arguments', () => ({ [`${name}_COMMAND`]: `cat  ${file(`${KEY}\n`)}` })],
    [
      'a command, which gets no other secret',
      () => ({
        DATABASE_URL: 'postgres://localhost/books',
        [`${name}_COMMAND`]: program(`test -z "$DATABASE_URL" && echo ${KEY}`),
      }),
    ],
    ['a command that also writes errors', () => ({ [`${name}_COMMAND`]: program(`yes >&2 & echo ${KEY}; kill $!`) })],
  ])('is read from %s', (_source, env) => {
    expect(keyOf(env())).toEqual(Buffer.from(KEY, 'base64'))
  })

  test.each<[string, RegExp, () => Record<string, string>]>([
    ['two sources', /and .* must not both be set/, () => ({ [name]: KEY, [`${name}_FILE`]: file(KEY) })],
    [
      'two sources, not one of them good',
      /^\w+_FILE and \w+_COMMAND must not both be set\.$/,
      () => ({ [`${name}_FILE`]: 'x', [`${name}_COMMAND`]: 'y' }),
    ],
    [
      'a file that does not exist',
      /_FILE must name a readable file \(ENOENT\)/,
      () => ({ [`${name}_FILE`]: PLACE + 1 }),
    ],
    ['a folder', /_FILE must name a readable file/, () => ({ [`${name}_FILE`]: PLACE })],
    ['a device', /_FILE must name a readable file/, () => ({ [`${name}_FILE`]: '/dev/zero' })],
    ['a large file', /_FILE must name a readable file/, () => ({ [`${name}_FILE`]: file(KEY.repeat(2000)) })],
    ['a file without a key', /_FILE must hold 32 bytes/, () => ({ [`${name}_FILE`]: file('hunter2') })],
    ['an empty file', /_FILE must hold 32 bytes/, () => ({ [`${name}_FILE`]: file('') })],
    ['the key in place of a path', /_FILE must name a readable file/, () => ({ [`${name}_FILE`]: KEY })],
    [
      'a missing share',
      /_FILE \(share 2\) must name a readable file/,
      () => ({ [`${name}_FILE`]: `${file(ONE)},${PLACE}/none` }),
    ],
    [
      'an empty name of a share',
      /_FILE \(share 2\) must name a readable file/,
      () => ({ [`${name}_FILE`]: `${file(ONE)},` }),
    ],
    ['a share twice', /_FILE must name each share once/, () => ({ [`${name}_FILE`]: `${file(ONE)},${file(ONE)}` })],
    [
      'a broken share',
      /_FILE \(share 2\) must hold 32 bytes/,
      () => ({ [`${name}_FILE`]: `${file(ONE)},${file('hunter2')}` }),
    ],
    ['a program that does not exist', /_COMMAND must begin with a program/, () => ({ [`${name}_COMMAND`]: 'no-such' })],
    ['a file that is no program', /_COMMAND must succeed.*EACCES/, () => ({ [`${name}_COMMAND`]: file('') })],
    ['a command that fails', /exit code 7/, () => ({ [`${name}_COMMAND`]: program(`echo ${KEY}; exit 7`) })],
    ['a command that is killed', /SIGTERM/, () => ({ [`${name}_COMMAND`]: program('kill $$') })],
    ['a command that prints no key', /_COMMAND must print 32 bytes/, () => ({ [`${name}_COMMAND`]: 'echo hunter2' })],
    ['a command that prints too much', /must print at most 4096 bytes/, () => ({ [`${name}_COMMAND`]: 'yes' })],
    ['shell syntax', /_COMMAND must/, () => ({ [`${name}_COMMAND`]: `echo ${KEY} | cat` })],
  ])('from %s is refused with one line that has no secret', (_source, message, env) => {
    const refusal = refusalOf(env())
    expect(refusal).toMatch(message)
    for (const secret of ['hunter2', KEY, ONE, TWO]) expect(refusal).not.toContain(secret)
  })

  test('is killed with its children after 30 seconds', { tags: ['full'], timeout: 60_000 }, async () => {
    const pid = join(PLACE, `pid-${name}`)
    const hanging = program(`sleep 600 &\necho $! > ${pid}\nwait`)
    const before = Date.now()
    expect(refusalOf({ [`${name}_COMMAND`]: hanging })).toBe(`${name}_COMMAND must end within 30 seconds.`)
    expect(Date.now() - before).toBeLessThan(35_000)
    await sleep(200)
    expect(isRunning(readFileSync(pid, 'utf8').trim())).toBe(false)
  })
})

test('production needs one of the three', () => {
  expect(mistakesOf({ ...PRODUCTION, MASTER_KEY: '' })).toEqual(['MASTER_KEY must be set in production.'])
  expect(
    mistakesOf({ ...PRODUCTION, MASTER_KEY: '', MASTER_KEY_FILE: file(Buffer.alloc(32).toString('base64')) }),
  ).toEqual([expect.stringContaining('must be random in production')])
})

test('any number of shares is the key, in any order, and one share less is not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 6 }), fc.infiniteStream(fc.nat()), (count, order) => {
      const key = randomBytes(32)
      const shuffled = splitKey(key, count)
        .map((share) => ({ share, at: order.next().value as number }))
        .sort((one, other) => one.at - other.at)
        .map(({ share }) => file(share))
      const keyIn = (paths: string[]) => readTestConfig({ MASTER_KEY_FILE: paths.join(',') }).masterKey!.reveal()
      expect(keyIn(shuffled)).toEqual(key)
      expect(keyIn(shuffled.slice(1))).not.toEqual(key)
    }),
    { numRuns: 30 },
  )
})

const OTHERS: readonly (readonly [string, string, Record<string, string>])[] = [
  ['DATABASE_URL', 'postgres://tollgate:hunter2@db/other', {}],
  ['DATABASE_REPLICA_URL', 'postgres://tollgate:hunter2@standby/tollgate', {}],
  ['THREE_DS_API_KEY', '1bde2d3e-7f44-46df-hunter2', { THREE_DS_SERVER: '3dsecure-io' }],
  ['DASHBOARD_CLIENT_SECRET', 'hunter2-hunter2', {}],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=hunter2', {}],
]

describe.each(OTHERS)('%s_FILE', (name, value, needed) => {
  const env = { ...PRODUCTION, ...needed, [name]: '' }
  const FIELDS: Readonly<Record<string, string>> = {
    DATABASE_URL: 'databaseUrl',
    DATABASE_REPLICA_URL: 'databaseReplicaUrl',
    DASHBOARD_CLIENT_SECRET: 'dashboardClientSecret',
    OTEL_EXPORTER_OTLP_HEADERS: 'otlpHeaders',
  }
  const valueIn = (given: Record<string, string>) => {
    const config = readTestConfig({ ...env, ...given }) as unknown as Record<string, unknown>
    const found =
      name === 'THREE_DS_API_KEY' ? readTestConfig({ ...env, ...given }).threeDsPlace?.apiKey : config[FIELDS[name]!]
    return typeof found === 'string' ? found : (found as { reveal(): unknown }).reveal()
  }

  test(`names a file that holds ${name}`, () => {
    expect(valueIn({ [`${name}_FILE`]: file(`${value}\n`) })).toEqual(valueIn({ [name]: value }))
  })

  test('is refused next to the setting, and where the file is missing or wrong', () => {
    const refusals = [
      { [name]: value, [`${name}_FILE`]: file(value) },
      { [`${name}_FILE`]: join(PLACE, 'none') },
      { [`${name}_FILE`]: file('hunter2 hunter2') },
    ].map((given) => mistakesOf({ ...env, ...given }))
    expect(refusals).toEqual([
      [`${name} and ${name}_FILE must not both be set.`],
      [`${name}_FILE must name a readable file (ENOENT).`],
      [expect.stringMatching(`^${name}_FILE must hold (?!.*hunter2)`)],
    ])
  })
})

test('the printed configuration has no secret of a file', () => {
  const config = readTestConfig({ MASTER_KEY_FILE: file(KEY) })
  expect(JSON.stringify(config)).not.toContain(KEY)
  expect(config.secrets.reveal()).toEqual({ MASTER_KEY: KEY, MASTER_KEY_FILE: '' })
})
