// @module-tag full
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Demo } from '#test/gateway-process.ts'
import { connectMerchant, fetchToken } from '#test/test-merchant.ts'
import { openRootKeyServer, type RootKeyServer } from '#test/wallet-roots.ts'
import { simulatedWallet } from '#vault/wallet-token/issue.ts'
import { newScalar } from '#vault/wallet-token/p256.ts'
import { forgedFor, pay } from '../api/wallet-tokens/wallet.ts'
import { openRestartableGateway, type RestartableGateway } from '../support/restartable-gateway.ts'

const wallet = simulatedWallet(newScalar)
let server: RootKeyServer
let folder: string
let gateway: RestartableGateway

beforeAll(async () => {
  server = await openRootKeyServer(wallet)
  folder = await mkdtemp(join(tmpdir(), 'tollgate-wallet-roots-'))
  await writeFile(join(folder, 'ca.pem'), server.ca)
  gateway = await openRestartableGateway({
    WORKERS: '1',
    LOG_LEVEL: 'error',
    WALLETA_ROOT_KEYS: server.address,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
  })
})
afterAll(async () => {
  await gateway?.close()
  await server.close()
  await rm(folder, { recursive: true })
})

const connect = ({ merchant }: Demo) =>
  connectMerchant(gateway.baseUrl, {
    merchantId: merchant.merchant_id,
    terminalId: merchant.terminal_id,
    publicKey: merchant.public_key,
    clientId: merchant.client_id,
    clientSecret: merchant.client_secret,
  })

/** Fetches the public key that wallets encrypt tokens with. */
async function publicWalletKey({ operator }: Demo): Promise<string> {
  const token = await fetchToken(gateway.baseUrl, operator.client_id, operator.client_secret)
  const answer = await fetch(`${gateway.baseUrl}/admin/wallet-keys`, { headers: { authorization: `Bearer ${token}` } })
  const { items } = (await answer.json()) as { items: { public_key: string }[] }
  return items[0]!.public_key
}

it('wallet tokens pay on after a kill and a start, though the address of the root keys is out of order', async () => {
  const demo = await gateway.demo()
  const publicKey = await publicWalletKey(demo)
  const payOnce = async () => {
    const merchant = await connect(demo)
    const { body } = await pay(merchant, forgedFor(merchant, publicKey, { wallet }))
    return body.result.status
  }
  expect(await payOnce()).toBe('APPROVED')
  expect(server.asked()).toBe(1)

  server.behave('silent')
  await gateway.killEverything()
  await gateway.start()
  expect(await payOnce()).toBe('APPROVED')
})
