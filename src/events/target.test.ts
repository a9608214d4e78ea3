import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { openWebhookReceiver } from '#test/webhook-receiver.ts'
import { guardedClient } from './guarded-fetch.ts'
import { problemWithTarget, problemWithUrl } from './target.ts'

const strict = { httpsOnly: false, allowPrivate: false }
const production = { httpsOnly: true, allowPrivate: false }

/** Every way to write an address that is not on the Internet (and this machine's own). */
const INSIDE = [
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '127.1',
  '①②⑦.0.0.1',
  '0',
  '0.0.0.0',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.8',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:8.8.8.8]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[fd00::1]',
  '[ff02::1]',
  'localhost',
  'localhost.',
  ...Object.values(networkInterfaces()).flatMap((entries) =>
    (entries ?? []).filter((entry) => entry.family === 'IPv4').map((entry) => entry.address),
  ),
]

describe('a webhook target inside', () => {
  it.each(INSIDE)('%s is refused at registration', async (host) => {
    await expect(problemWithTarget(new URL(`http://${host}/`), strict)).resolves.toMatch(/Internet/)
  })

  it('is refused at connection, and the listener sees no connection', async () => {
    const receiver = await openWebhookReceiver()
    const port = new URL(receiver.url).port
    const client = guardedClient(strict)
    const attempts = INSIDE.map((host) => client.post(`http://${host}:${port}/`, {}, '{}'))
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toEqual([])
    expect(receiver.connections()).toBe(0)
    await client.close()
    await receiver.close()
  })

  it('is reached where private targets are allowed', async () => {
    const receiver = await openWebhookReceiver()
    const client = guardedClient({ httpsOnly: false, allowPrivate: true })
    await expect(client.post(receiver.url, {}, '{}')).resolves.toMatchObject({ status: 204 })
    await client.close()
    await receiver.close()
  })
})

describe('a webhook target outside', () => {
  it.each(['8.8.8.8', '[2606:4700::1111]'])('%s is allowed', async (host) => {
    await expect(problemWithTarget(new URL(`https://${host}/`), production)).resolves.toBeUndefined()
  })

  it.each(['http://8.8.8.8/', 'https://8.8.8.8:8443/', 'https://8.8.8.8:5432/'])(
    '%s is refused in production',
    (url) => {
      expect(problemWithUrl(new URL(url), production)).toBeDefined()
    },
  )
})
