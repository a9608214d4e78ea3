import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'

let app: RunningGateway

beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const visit = (path: string, method = 'GET') => fetch(app.baseUrl + path, { method, redirect: 'manual' })

it.each([
  ['/dashboard/', '/dashboard'],
  ['/dashboard/transactions/', '/dashboard/transactions'],
  ['/dashboard/transactions/trx_1/', '/dashboard/transactions/trx_1'],
  ['/dashboard/transactions//?status=DECLINED&q=a%2Fb', '/dashboard/transactions?status=DECLINED&q=a%2Fb'],
])('%s leads to %s', async (path, location) => {
  const answer = await visit(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, location])
})

it.each([
  ['/dashboard/nothing/', 404],
  ['/dashboard//evil.example/', 404],
  ['//evil.example/dashboard/', 404],
  ['/dashboardx/', 404],
])('%s leads nowhere', async (path, status) => {
  const answer = await visit(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([status, null])
})

it('a form is not sent on', async () => {
  expect((await visit('/dashboard/sign-out/', 'POST')).status).toBe(404)
})
