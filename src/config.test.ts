import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dataDir, mistakesOf, PRODUCTION, readTestConfig } from '#test/read-test-config.ts'
import { exampleFile } from './config/example.ts'
import { looksRandom } from './config/master-key.ts'
import { SETTINGS } from './config/settings.ts'
import { readConfig } from './config.ts'

const KEY = PRODUCTION.MASTER_KEY

describe('defaults', () => {
  test.each([
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://127.0.0.1:3000'],
    ['localhost', 'http://127.0.0.1:3000'],
    ['::1', 'http://[::1]:3000'],
    ['192.0.2.7', 'http://192.0.2.7:3000'],
  ])('with HOST=%s the address is %s, where something listens', (HOST, address) => {
    expect(readTestConfig({ HOST })).toMatchObject({ baseUrl: address, authUrl: address, isBuiltInSignIn: true })
  })

  test('are those of docs/reference/running.md#settings', () => {
    expect(readTestConfig()).toMatchObject({
      realm: 'uat',
      host: '127.0.0.1',
      port: 3000,
      shopPort: 3001,
      metricsPort: null,
      baseUrl: 'http://127.0.0.1:3000',
      authUrl: 'http://127.0.0.1:3000',
      databaseUrl: undefined,
      rateLimitPerSecond: 0,
      allowPrivateWebhooks: true,
      trustedProxies: [],
      sessionTtlSeconds: 3600,
      challengeTtlSeconds: 600,
      pendingTtlSeconds: 604_800,
      providerTimeoutSeconds: 10,
      webhookRetrySchedule: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
    })
  })

  test('follow the settings they depend on', () => {
    expect(readTestConfig({ PORT: '4000' })).toMatchObject({ shopPort: 4001, baseUrl: 'http://127.0.0.1:4000' })
    const uat = 'https://uat.example.com'
    expect(readTestConfig({ BASE_URL: `${uat}/` })).toMatchObject({ authUrl: uat, authAudience: uat })
    expect(readTestConfig({ AUTH_URL: 'https://login.example.com', AUTH_AUDIENCE: 'tollgate' })).toMatchObject({
      authAudience: 'tollgate',
    })
    expect(readConfig(PRODUCTION)).toMatchObject({ rateLimitPerSecond: 500, allowPrivateWebhooks: false })
  })

  test('hold for empty variables', () => {
    expect(readTestConfig({ PORT: '', LOG_LEVEL: ' ' })).toMatchObject({ port: 3000, logLevel: 'info' })
  })
})

describe('mistakes', () => {
  test.each([
    ['PORT', '0'],
    ['PORT', '3000.5'],
    ['SHOP_PORT', 'none'],
    ['REALM', 'test'],
    ['BASE_URL', 'pay.example.com'],
    ['BASE_URL', 'https://pay.example.com/gateway'],
    ['BASE_URL', 'https://me@pay.example.com'],
    ['AUTH_URL', 'ftp://login.example.com'],
    ['WORKERS', '0'],
    ['LOG_LEVEL', 'loud'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['SESSION_TTL_SECONDS', '0'],
    ['CHALLENGE_TTL_SECONDS', '-1'],
    ['WEBHOOK_RETRY_SCHEDULE', '5,,10'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, everyone'],
    ['ALLOW_PRIVATE_WEBHOOKS', 'maybe'],
    ['GATEWAY_ID', 'a gateway'],
    ['ISO8583_PLAIN_HOSTS', 'line.example, http://other.example'],
    ['WALLETA_ROOT_KEYS', 'http://wallet.example/keys.json'],
    ['WALLETA_ROOT_KEYS', 'https://me@wallet.example/keys.json'],
    ['WALLETA_ROOT_KEYS', '/nonexistent/keys.json'],
    ['WALLETA_ROOT_KEYS', 'package.json'],
  ])('%s does not take "%s"', (name, value) => {
    expect(mistakesOf({ [name]: value })).toEqual([expect.stringMatching(`^${name} must be .*, not "`)])
  })

  test.each(['DATABASE_URL', 'MASTER_KEY', 'MASTER_KEY_PREVIOUS', 'SECRETS_KEY', 'OTEL_EXPORTER_OTLP_HEADERS'])(
    'a mistaken %s is not printed',
    (name) => {
      expect(mistakesOf({ [name]: 'hunter2' })).toEqual([expect.not.stringContaining('hunter2')])
    },
  )

  test.each([
    ['BASE_URL', 'https://ana:hunter2@pay.example', 'https://…@pay.example'],
    ['AUTH_URL', 'ftp://ana:hunt@er2@pay.example/?key=hunter2', 'ftp://…@pay.example/?…'],
    ['BASE_URL', 'ana:hunter2@pay.example', '…@pay.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, hunter2@proxy', '…@proxy'],
  ])('a mistaken %s is quoted without what may be a password', (name, value, quoted) => {
    const [mistake] = mistakesOf({ [name]: value })
    expect(mistake).toMatch(/, not ".*"\.$/)
    expect(mistake).not.toMatch(/hunter2|hunt@/)
    expect(mistake).toContain(`"${quoted}"`)
  })

  test('names a DATA_DIR that cannot be written', () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    expect(mistakesOf({ DATA_DIR: join(file, 'data') })).toEqual([
      `DATA_DIR must be a writable directory, and ${join(file, 'data')} is not (ENOTDIR).`,
    ])
  })

  test('names a blank REALM beside DATABASE_URL', () => {
    expect(mistakesOf({ REALM: ' ', DATABASE_URL: 'postgres://db/tollgate' })).toEqual([
      'REALM must not be blank beside DATABASE_URL; set it to the realm of the database, uat or production.',
    ])
  })

  test('are all reported together', () => {
    expect(mistakesOf({ PORT: 'x', WORKERS: 'y', REALM: 'z' })).toHaveLength(3)
  })

  test.each(['postgres://u:p@a:5432,b:5432/tollgate', 'postgres://a,b/tollgate', 'postgres:///tollgate?host=a,b'])(
    'several hosts in DATABASE_URL are refused with a way out: %s',
    (url) => {
      expect(mistakesOf({ DATABASE_URL: url })).toEqual([
        expect.stringMatching(/one server.*docs\/operate\/high-availability\.md/),
      ])
    },
  )

  test('one role alone needs a database that others use too', () => {
    expect(mistakesOf({ PROCESSES: 'api' })).toEqual([expect.stringContaining('needs a DATABASE_URL')])
    expect(mistakesOf({ PROCESSES: 'api', DATABASE_URL: 'postgres://db/tollgate' })).toEqual([])
  })

  test('a mail server needs a sender, and a sender a server', () => {
    const [SMTP_URL, MAIL_FROM] = ['smtp://mail.example:25', 'pay@shop.example']
    expect(mistakesOf({ SMTP_URL })).toEqual(['SMTP_URL needs a MAIL_FROM.'])
    expect(mistakesOf({ MAIL_FROM })).toEqual(['MAIL_FROM needs an SMTP_URL.'])
    expect(mistakesOf({ SMTP_URL, MAIL_FROM })).toEqual([])
    for (const text of ['Shop <pay@shop.example>', 'a@b.c, d@e.f', 'pay', 'pay@shop'])
      expect(mistakesOf({ SMTP_URL, MAIL_FROM: text })).toEqual([expect.stringContaining('MAIL_FROM must be a plain')])
    for (const text of ['http://user:hush@mail.example', 'smtp:', 'mail.example'])
      expect(mistakesOf({ SMTP_URL: text, MAIL_FROM })).toEqual([expect.not.stringContaining('hush')])
  })

  test('two servers on one port are one', () => {
    expect(mistakesOf({ PORT: '4000', METRICS_PORT: '4001' })).toEqual([expect.stringContaining('must differ')])
    expect(mistakesOf({ PORT: '65535' })).toEqual([expect.stringContaining('SHOP_PORT must be set')])
    expect(mistakesOf({ PORT: '65535', SHOP_PORT: 'off' })).toEqual([])
  })
})

describe('production', () => {
  test.each(['MASTER_KEY', 'DATABASE_URL', 'BASE_URL'])('fails without %s', (name) => {
    expect(mistakesOf({ ...PRODUCTION, [name]: '' })).toEqual([`${name} must be set in production.`])
  })

  test('fails without a second factor for all', () => {
    expect(mistakesOf({ ...PRODUCTION, DASHBOARD_MFA: 'optional' })).toEqual([
      'DASHBOARD_MFA must not be optional in production.',
    ])
    expect(mistakesOf({ ...PRODUCTION, DASHBOARD_MFA: 'required' })).toEqual([])
  })

  test.each(['BASE_URL', 'AUTH_URL'])('fails where %s is not https', (name) => {
    expect(mistakesOf({ ...PRODUCTION, [name]: 'http://pay.example.com' })).toEqual([
      `${name} must be an https URL in production.`,
    ])
    expect(mistakesOf({ [name]: 'http://pay.example.com' })).toEqual([])
  })

  test.each([
    ['zeros', Buffer.alloc(32)],
    ['one byte again and again', Buffer.alloc(32, 0xa5)],
    ['a pattern', Buffer.from('0123456789abcdef'.repeat(2))],
    ['bytes counted up', Buffer.from(Array.from({ length: 32 }, (_, index) => index))],
    ['bytes counted down', Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index))],
  ])('fails with a master key of %s', (_, key) => {
    const guessable = { MASTER_KEY: key.toString('base64') }
    expect(mistakesOf({ ...PRODUCTION, ...guessable })).toEqual([
      expect.stringMatching(/^MASTER_KEY must be random in production, as "openssl rand -base64 32" prints it\./),
    ])
    expect(mistakesOf(guessable)).toEqual([])
  })

  test('takes every key that was drawn by chance', () => {
    for (let draw = 0; draw < 10_000; draw += 1) expect(looksRandom(randomBytes(32))).toBe(true)
  })

  test('still reads what was sealed under a guessable key, so that it can be replaced', () => {
    const previous = Buffer.alloc(32).toString('base64')
    expect(mistakesOf({ ...PRODUCTION, MASTER_KEY_PREVIOUS: previous })).toEqual([])
  })

  test('has no demo shop', () => {
    expect(readConfig({ ...PRODUCTION, SHOP_PORT: '3001' }).shopPort).toBeNull()
  })
})

describe('the master key', () => {
  test('is generated once in uat and readable by its owner only', () => {
    expect(readTestConfig().masterKey!.reveal()).toEqual(readTestConfig().masterKey!.reveal())
    expect(statSync(join(dataDir, 'master-key')).mode & 0o777).toBe(0o600)
  })

  test('that was damaged stops the start instead of being replaced', () => {
    const damaged = mkdtempSync(join(dataDir, 'damaged-'))
    writeFileSync(join(damaged, 'master-key'), 'half a k')
    expect(mistakesOf({ DATA_DIR: damaged })).toEqual([expect.stringContaining('Restore the previous key')])
  })

  test('given by the operator is exactly 32 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const isRefused = mistakesOf({ MASTER_KEY: Buffer.from(bytes).toString('base64') || '=' }).length > 0
        expect(isRefused).toBe(bytes.length !== 32)
      }),
    )
  })

  test('does not show in the printed configuration', () => {
    expect(JSON.stringify(readTestConfig({ MASTER_KEY: KEY }))).not.toContain(KEY)
  })
})

describe('a dashboard alone', () => {
  const { MASTER_KEY: _, ...shared } = PRODUCTION
  const alone = { ...shared, PROCESSES: 'dashboard', SECRETS_KEY: KEY, DASHBOARD_URL: 'https://dashboard.example.com' }

  test('has the secrets key, no other, and no shop', () => {
    const { masterKey, secretsKey, dashboardUrl } = readTestConfig(alone)
    expect([masterKey, secretsKey?.reveal(), dashboardUrl]).toEqual([
      undefined,
      Buffer.from(KEY, 'base64'),
      alone.DASHBOARD_URL,
    ])
    expect(readTestConfig({ ...alone, REALM: 'uat' }).shopPort).toBeNull()
  })

  test.each([
    [{ SECRETS_KEY: '' }, 'PROCESSES=dashboard needs SECRETS_KEY.'],
    [{ DASHBOARD_URL: '' }, 'PROCESSES=dashboard needs DASHBOARD_URL.'],
    [{ MASTER_KEY_COMMAND: 'cat key' }, 'MASTER_KEY_COMMAND must not be set with PROCESSES=dashboard'],
    [{ DASHBOARD_URL: 'http://dashboard.example.com' }, 'DASHBOARD_URL must be an https URL in production.'],
    [{ DASHBOARD_URL: 'https://pay.example.com:8443' }, 'DASHBOARD_URL must have another host name than BASE_URL'],
  ])('is not taken with %j', (changes: Record<string, string>, words) => {
    expect(mistakesOf({ ...alone, ...changes })).toEqual([expect.stringContaining(words)])
  })
})

test('every duration accepts any value from 1 second', () => {
  const names = Object.entries(SETTINGS).filter(([key]) => key.endsWith('Seconds'))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 315_360_000 }), fc.constantFrom(...names), (value, [key, { name }]) => {
      expect(readTestConfig({ [name]: String(value) })).toMatchObject({ [key]: value })
    }),
  )
})

test('.env.example documents every setting as it is', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(exampleFile())
})
