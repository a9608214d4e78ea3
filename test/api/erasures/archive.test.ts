import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { archiveOld } from '#flows/archive/archive.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'
import { openWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { tollgate } from '../cli/tollgate.ts'
import { createLink, payLink } from '../payment-links/links.ts'
import { erase, person } from './people.ts'

// @module-tag full

// Files of the archive (docs/reference/erasure.md#the-archive).

let app: RunningGateway
let shop: WebhookReceiver
let archiveDir: string
beforeAll(async () => {
  app = await startOwnGateway()
  shop = await openWebhookReceiver(({ body }) => ({ status: 200, body }))
  archiveDir = await mkdtemp(join(tmpdir(), 'tollgate-archive-'))
})
afterAll(async () => {
  await Promise.all([app.close(), shop.close(), rm(archiveDir, { recursive: true })])
})

async function linesOfAll(): Promise<string[]> {
  const names = await readdir(archiveDir, { recursive: true })
  const files = names.filter((name) => name.endsWith('.gz')).map((name) => join(archiveDir, name))
  const texts = await Promise.all(files.map(async (file) => gunzipSync(await readFile(file)).toString()))
  return texts.flatMap((text) => text.trimEnd().split('\n')).sort()
}

const eraseArchive = async () => {
  const { code, out, err } = await tollgate(
    { DATABASE_URL: app.database.url },
    'archive',
    'erase',
    archiveDir,
    '--json',
  )
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

it('loses a person by tollgate archive erase, and nothing else', async () => {
  const { merchant } = app
  const [gone, stays] = [person('Zuiderzee'), person('Noordzee')]
  const event_types = ['transaction.processed', 'payment_link.completed']
  await merchant.call('POST', '/api/webhook-endpoints', { body: { url: shop.url, event_types } })
  for (const { fields, word } of [gone, stays]) {
    await payLink((await createLink(merchant, { customer: fields, metadata: { ...NOT_ENROLLED, for: word } })).url)
    await merchant.authorize({ customer: fields })
  }
  await eventually('all events are delivered', 30, async () => shop.received.length >= 6)
  const { sql } = app.database
  await eventually('all deliveries are over', 30, async () => {
    const [row] = await sql`select count(*)::int as due from deliveries where status = 'PENDING'`
    return row!.due === 0
  })
  await sql`update events set created_at = created_at - interval '500 days'`
  await sql`update delivery_tries set tried_at = tried_at - interval '500 days'`
  await archiveOld({ sql, settings: { ...app.gateway.settings, archiveDir, eventDays: 400 } })
  // Responses to events that are no longer stored.
  await eraseArchive()
  const before = await linesOfAll()

  await erase(merchant, { email: ` ${gone.fields.email.toUpperCase()}.` })
  expect(await eraseArchive()).toMatchObject({ rewritten: 1 })

  const after = await linesOfAll()
  expect(after.join('\n')).not.toContain('Zuiderzee')
  const events = (lines: string[]) =>
    lines.filter((line) => line.includes('"table":"events"') && line.includes('Noordzee'))
  expect(events(after)).toEqual(events(before))
  expect(after).toHaveLength(before.length)
  expect(await eraseArchive()).toMatchObject({ rewritten: 0 })
})
