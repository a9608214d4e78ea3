import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Credentials } from '#domain/credentials.ts'
import { Secret } from '#domain/secret.ts'
import { callOn } from '#provider/contract/test-charges.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { connectorOn } from '#test/iso8583-sandbox/connector.ts'
import { type Iso8583Sandbox, openIso8583Sandbox } from '#test/iso8583-sandbox/index.ts'
import { newIsoAccount } from '#test/iso8583-sandbox/merchant.ts'
import { createPrivateAuthority } from '#test/private-authority.ts'
import type { Iso8583 } from './index.ts'

// An acquirer that wants to know who calls, and whom we want to know.

const [acquirer, shop, stranger] = [createPrivateAuthority(), createPrivateAuthority(), createPrivateAuthority()]

let database: FreshDatabase
let sandbox: Iso8583Sandbox
let connector: Iso8583

beforeAll(async () => {
  database = await freshDatabase()
  const { cert, key } = acquirer
  const tls = { cert, key, ca: shop.ca, requestCert: true, rejectUnauthorized: true }
  sandbox = await openIso8583Sandbox({ tls })
  connector = connectorOn(database.sql)
})
afterAll(async () => {
  await connector.close()
  await sandbox.close()
  await database.drop()
})

function credentialsOf({ cert, key }: { readonly cert: string; readonly key: string }): Credentials {
  const known = (value: string) => ({ current: new Secret(value), previous: null })
  return { client_certificate: known(cert), client_key: known(key) }
}

const account = (settings: Record<string, unknown> = {}) =>
  newIsoAccount(sandbox.port, { tls: true, tls_ca: acquirer.ca, ...settings })
const probe = (of: ReturnType<typeof account>, credentials: Credentials) => connector.probe(callOn(of, credentials))

test('lets in who shows its certificate, by address and by name', async () => {
  expect(await probe(account(), credentialsOf(shop))).toEqual([])
  expect(await probe(account({ host: 'localhost' }), credentialsOf(shop))).toEqual([])
})

test('one problem for an unknown client, and nothing of the key in it', async () => {
  for (const credentials of [{}, credentialsOf(stranger)]) {
    const problems = await probe(account(), credentials)
    expect(problems).toHaveLength(1)
    expect(problems[0]).not.toContain('PRIVATE KEY')
  }
})

test('nothing is said to a host that another authority vouches for', async () => {
  const before = sandbox.requests.length
  expect(await probe(account({ tls_ca: stranger.ca }), credentialsOf(shop))).toHaveLength(1)
  expect(sandbox.requests.length).toBe(before)
})

test('a credential that cannot be used is one problem too', async () => {
  const problems = await probe(account(), credentialsOf({ cert: shop.cert, key: 'no key' }))
  expect(problems).toHaveLength(1)
  expect(problems[0]).not.toContain('no key')
})

test('an account whose settings were changed behind our back says which', async () => {
  expect(await probe(account({ port: 0 }), {})).toEqual([
    "The account's settings cannot be used: port is a number from 1 to 65535.",
  ])
})
