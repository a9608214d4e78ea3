import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepScriptVersion } from '../../../src/store/sessions/script-versions.ts'
import { type RunningGateway, useGateway } from '../../support/running-gateway.ts'

let running: RunningGateway

beforeAll(async () => {
  running = await useGateway()
})
afterAll(() => running.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(running.baseUrl + path, { headers })

async function inventory() {
  const answer = await get('/embedded-fields/inventory.json')
  return (await answer.json()) as { version: string; scripts: { url: string; integrity: string; reason: string }[] }
}

test('the script under its version has the sha384 the inventory names, may be kept indefinitely and loaded anywhere', async () => {
  const { version, scripts } = await inventory()
  const { url, integrity } = scripts[0]!
  expect(url).toBe(`${running.baseUrl}/embedded-fields/${version}.js`)
  const answer = await fetch(url)
  const content = await answer.text()
  expect(`sha384-${createHash('sha384').update(content).digest('base64')}`).toBe(integrity)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(content).toBe(await (await get('/embedded-fields.js')).text())
})

test('every script of the inventory is served with its digest and has a reason', async () => {
  const { scripts } = await inventory()
  for (const { url, integrity, reason } of scripts) {
    const content = await (await fetch(url)).text()
    expect([url, `sha384-${createHash('sha384').update(content).digest('base64')}`]).toEqual([url, integrity])
    expect(reason).toMatch(/\.$/)
  }
})

test('a version that an earlier release published is still served; one that was never published is not found', async () => {
  await keepScriptVersion(running.gateway.sql, 'feedfacefeedface', 'console.log(1)')
  expect(await (await get('/embedded-fields/feedfacefeedface.js')).text()).toBe('console.log(1)')
  expect((await get('/embedded-fields/0000000000000000.js')).status).toBe(404)
})

test('every script names its source map, and an earlier version none', async () => {
  const { version, scripts } = await inventory()
  for (const url of [...scripts.map((script) => script.url), `${running.baseUrl}/walleta-pay-redirect.js`]) {
    const { headers } = await fetch(url)
    const map = await get(headers.get('sourcemap')!)
    expect([url, map.status, map.headers.get('content-type')]).toEqual([url, 200, 'application/json; charset=utf-8'])
    expect(await map.json()).toMatchObject({ version: 3 })
  }
  const content = await (await get(`/embedded-fields/${version}.js`)).text()
  expect(content).not.toContain('sourceMappingURL')
  await keepScriptVersion(running.gateway.sql, 'cafecafecafecafe', 'console.log(2)')
  expect((await get('/embedded-fields/cafecafecafecafe.js')).headers.get('sourcemap')).toBeNull()
})

test('scripts are served compressed to clients that accept it', async () => {
  const plain = await get('/embedded-fields.js', { 'accept-encoding': 'identity' })
  const packed = await get('/embedded-fields.js', { 'accept-encoding': 'br, gzip' })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(packed.headers.get('vary')).toContain('accept-encoding')
  expect(await packed.text()).toBe(await plain.text())
})

test('the frame of an unknown client key has no fields, on any page', async () => {
  const answer = await get('/embedded-fields/frame?client_key=nobody&session_id=x&environment=test&component=card')
  const page = await answer.text()
  expect(page).toContain('invalid_client_key')
  expect(page).not.toContain('card-frame-main')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
})
