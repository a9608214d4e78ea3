import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { type SimulatedWallet, simulatedWallet } from '#vault/wallet-token/issue.ts'
import { FIELD, forge, pay, refusedFields, withProof } from './wallet.ts'

const LATER = String(Date.now() + 3600_000)

function newWallet(): SimulatedWallet {
  const { d } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ format: 'jwk' })
  return simulatedWallet(() => Buffer.from(d!, 'base64url'))
}

const [first, second] = [newWallet(), newWallet()]
let folder: string
let path: string
let app: RunningGateway

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-roots-'))
  path = join(folder, 'roots.json')
  await publish(entryOf(first))
  app = await startOwnGateway({ WALLETA_ROOT_KEYS: path, GATEWAY_ID: 'shop.example' })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

function entryOf(wallet: SimulatedWallet, keyExpiration: string | undefined = LATER) {
  const keyValue = createPublicKey(wallet.root().key.export({ type: 'spki', format: 'pem' }))
    .export({ type: 'spki', format: 'der' })
    .toString('base64')
  return { keyValue, protocolVersion: 'ECv2', keyExpiration }
}

const publish = (...keys: object[]) => writeFile(path, JSON.stringify({ keys }))

async function payFrom(wallet: SimulatedWallet, recipientId = 'gateway:shop.example') {
  return pay(app.merchant, await forge(app, { wallet, recipientId }))
}

it('root keys rotate through the file: each holds as long as it stands there', async () => {
  expect((await payFrom(first)).status).toBe(200)
  expect(refusedFields(await payFrom(second))).toEqual([FIELD])

  await publish(entryOf(first), entryOf(second))
  expect((await payFrom(first)).status).toBe(200)
  expect((await payFrom(second)).status).toBe(200)

  await publish(entryOf(second))
  expect(refusedFields(await payFrom(first))).toEqual([FIELD])
  expect((await payFrom(second)).status).toBe(200)
  await publish(entryOf(first))
})

it('expired root keys do not count', async () => {
  await publish(entryOf(first, String(Date.now() - 1)))
  expect(refusedFields(await payFrom(first))).toEqual([FIELD])
  await publish(entryOf(first))
  expect((await payFrom(first)).status).toBe(200)
})

it('a file that is broken meanwhile changes nothing', async () => {
  expect((await payFrom(first)).status).toBe(200)
  await writeFile(path, '{"keys":[')
  expect((await payFrom(first)).status).toBe(200)
  await rm(path)
  expect((await payFrom(first)).status).toBe(200)
  await publish(entryOf(first))
})

it('with root keys of their own the simulated wallet is not believed', async () => {
  expect(refusedFields(await pay(app.merchant, await withProof(app.merchant)))).toEqual([FIELD])
})

it('only tokens for GATEWAY_ID are accepted', async () => {
  expect(refusedFields(await payFrom(first, 'gateway:tollgate'))).toEqual([FIELD])
})
