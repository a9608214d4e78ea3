import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { openDatabase } from './database.ts'

let server: Server | undefined
afterEach(() => void server?.close())

/** Starts a server that refuses each session as PgBouncer does. */
async function refusingServer(text: string): Promise<string> {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([head, fields])))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `postgres://role:secret@127.0.0.1:${(server.address() as AddressInfo).port}/none?sslmode=disable`
}

it.each(['in options: enable_seqscan', ': options'])('a refusal of PgBouncer (%s) says what to add', async (text) => {
  const sql = openDatabase(await refusingServer(`unsupported startup parameter${text}`), 'test', 1)
  await expect(sql`select 1`).rejects.toThrow(/^unsupported startup parameter.*; behind PgBouncer add pgbouncer=true/)
  await sql.end({ timeout: 1 })
})
