import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Gateway } from '#flows/gateway.ts'
import type { Route } from '#http/route.ts'
import { openSimulatedAuthentications } from '#store/simulators/authentications.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { writeChallengeRequest, writeMethodData } from '#three-ds/messages.ts'
import { createThreeDsSimulator, type SimulatedAuthentications } from '../three-ds/index.ts'
import { threeDsSimulatorRoutes } from './issuer-routes.ts'

const NOTIFICATION_URL = 'https://shop.example/notification'

let database: FreshDatabase
let authentications: SimulatedAuthentications
let routes: readonly Route[]

beforeAll(async () => {
  database = await freshDatabase()
  authentications = openSimulatedAuthentications(database.sql)
  routes = threeDsSimulatorRoutes(
    createThreeDsSimulator(authentications, 'http://127.0.0.1:3000', { now: () => new Date() }).issuer,
  )
})

afterAll(() => database.drop())

async function post(path: string, body: Record<string, string>) {
  const route = routes.find((each) => each.path === path)!
  const context = { caller: null, params: {}, query: {}, body, ip: '127.0.0.1', header: () => undefined }
  const answer = await route.handle({} as Gateway, context as never)
  if (!('page' in answer)) throw new Error('This route answers with a page.')
  return { status: answer.status, html: answer.page.html }
}

async function open(flow: string): Promise<string> {
  const threeDsServerTransId = randomUUID()
  await authentications.open({ threeDsServerTransId, merchantId: 'mer_1', transactionId: 'trx_1', flow, overrides: {} })
  return threeDsServerTransId
}

async function challenge(): Promise<{ id: string; creq: string }> {
  const id = await open('VERSIONING_FINGERPRINT_Y_CHALLENGE')
  const purchase = { merchantName: 'Corner Shop', amount: '1050', currency: 'JPY', brand: null }
  const acsTransId = randomUUID()
  await authentications.request(id, { acsTransId, notificationUrl: NOTIFICATION_URL, purchase })
  const request = { threeDSServerTransID: id, acsTransID: acsTransId, messageVersion: '2.2.0' }
  return { id, creq: writeChallengeRequest({ ...request, challengeWindowSize: '01' }) }
}

it.each([
  ['VERSIONING_FINGERPRINT_Y_CHALLENGE', '0'],
  ['VERSIONING_FINGERPRINT_TIMEOUT_CHALLENGE', '8'],
])('the method page of %s reports after %s seconds', async (flow, seconds) => {
  const threeDSServerTransID = await open(flow)
  const data = { threeDSServerTransID, threeDSMethodNotificationURL: 'https://gateway.example/notified' }
  const { status, html } = await post('/simulators/three-ds/method', { threeDSMethodData: writeMethodData(data) })
  expect(status).toBe(200)
  expect(html).toContain(`action="https://gateway.example/notified" data-auto-submit="${seconds}"`)
})

it("shows the purchase with the currency's own decimals", async () => {
  const { creq } = await challenge()
  const { status, html } = await post('/simulators/three-ds/challenge', { creq })
  expect(status).toBe(200)
  expect(html).toContain('¥1,050')
  expect(html).toContain('Corner Shop')
})

it('records the choice before the browser posts it to the notification URL, with its session data', async () => {
  const { id, creq } = await challenge()
  const form = { creq, outcome: 'cancel', threeDSSessionData: 'shop data' }
  const { html } = await post('/simulators/three-ds/challenge/outcome', form)
  expect((await authentications.find(id))?.chosen).toBe('CANCELED')
  expect(html).toContain(`action="${NOTIFICATION_URL}"`)
  expect(html).toContain('name="cres"')
  expect(html).toContain('name="threeDSSessionData" value="shop data"')
})

it.each([
  ['/simulators/three-ds/method', { threeDSMethodData: 'junk' }],
  ['/simulators/three-ds/challenge', { creq: 'junk' }],
  ['/simulators/three-ds/challenge', {}],
  ['/simulators/three-ds/challenge/outcome', { creq: 'junk', outcome: 'Y' }],
])('%s answers 400 with a page to %j', async (path, body) => {
  expect((await post(path, body as Record<string, string>)).status).toBe(400)
})
