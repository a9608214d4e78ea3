import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openWalletRoots } from '#app/wallet-roots.ts'
import { systemClock } from '#domain/clock.ts'
import { readTestConfig } from '#test/read-test-config.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import {
  newRootKey,
  openRootKeyServer,
  type RootKeyServer,
  rootKeyOf,
  rootKeySet,
  valuesOf,
} from '#test/wallet-roots.ts'
import { simulatedWallet } from '#vault/wallet-token/issue.ts'
import { newScalar } from '#vault/wallet-token/p256.ts'
import { forge, pay } from './wallet.ts'

const wallet = simulatedWallet(newScalar)
const publicAuthorities = getCACertificates('default')
let server: RootKeyServer
let untrusted: RootKeyServer
let app: RunningGateway

beforeAll(async () => {
  server = await openRootKeyServer(wallet)
  untrusted = await openRootKeyServer(wallet)
  setDefaultCACertificates([...publicAuthorities, server.ca])
  app = await startOwnGateway({ WALLETA_ROOT_KEYS: server.address })
})
beforeEach(async () => {
  server.behave('published')
  await app.database.sql`delete from wallet_root_copies`
})
afterAll(async () => {
  setDefaultCACertificates(publicAuthorities)
  await Promise.all([app.close(), server.close(), untrusted.close()])
})

/** The root keys as a process that starts now has them. */
async function startAnew(address = server.address): Promise<string[]> {
  const { vault, sql, log } = app.gateway
  const config = readTestConfig({ WALLETA_ROOT_KEYS: address, DATABASE_URL: app.database.url })
  return valuesOf(await openWalletRoots(config, vault, sql, systemClock, log).current())
}

const makeCopiesOld = () => app.database.sql`update wallet_root_copies set fresh_until = now()`

it('root keys verify tokens, also for a process that starts while their address is out of order', async () => {
  expect((await pay(app.merchant, await forge(app, { wallet }))).body.result.status).toBe('APPROVED')
  await makeCopiesOld()
  server.behave('silent')
  const second = await app.secondApi()
  expect((await pay(app.merchant, await forge(app, { wallet }), {}, second)).body.result.status).toBe('APPROVED')
})

it('several processes ask for them once, as long as the answer is fresh', async () => {
  await startAnew()
  const before = server.asked()
  expect(await startAnew()).toEqual([rootKeyOf(wallet)])
  expect(server.asked()).toBe(before)
  await makeCopiesOld()
  await startAnew()
  expect(server.asked()).toBe(before + 1)
})

it('a copy from another source is not trusted', async () => {
  await startAnew()
  await app.database.sql`update wallet_root_copies set keys = ${rootKeySet(newRootKey())}`
  server.behave('silent')
  await expect(startAnew()).rejects.toMatchObject({ kind: 'unavailable' })
})

it('the copy of one address is not that of another', async () => {
  await startAnew()
  const elsewhere = 'https://localhost:1/keys.json'
  await app.database.sql`update wallet_root_copies set address = ${elsewhere}`
  await expect(startAnew(elsewhere)).rejects.toMatchObject({ kind: 'unavailable' })
})

it('a server that no trusted authority vouches for gives none', async () => {
  await expect(startAnew(untrusted.address)).rejects.toMatchObject({ kind: 'unavailable' })
  expect(untrusted.asked()).toBe(0)
})

it('they are not looked for behind a redirect', async () => {
  server.behave('redirects')
  await expect(startAnew()).rejects.toMatchObject({ kind: 'unavailable' })
})
