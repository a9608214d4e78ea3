import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { withConnection } from '../connection/database.ts'
import { isPooled, readDatabaseAddress } from './database-address.ts'

const directory = mkdtempSync(join(tmpdir(), 'tollgate-address-'))
afterAll(() => rmSync(directory, { recursive: true }))
const CA = join(directory, 'ca.pem')
writeFileSync(CA, 'an authority')

describe('a connection string', () => {
  it.each([
    ['postgres://u:p@db:6432/pay', { host: 'db', port: 6432, username: 'u', password: 'p', database: 'pay' }],
    ['postgresql://u:p@db/pay', { host: 'db', username: 'u', password: 'p', database: 'pay' }],
    ['postgres://db/pay', { host: 'db', database: 'pay' }],
    ['postgres://u:p@[::1]:5432/db', { host: '::1', port: 5432, username: 'u', password: 'p', database: 'db' }],
    ['postgres://[2001:db8::7]/db', { host: '2001:db8::7', database: 'db' }],
    ['postgres://db/pay%20db', { host: 'db', database: 'pay db' }],
    [
      'postgres://u%40s:p%40ss%2Fw%23rd%25@db/pay',
      { host: 'db', username: 'u@s', password: 'p@ss/w#rd%', database: 'pay' },
    ],
    ['postgres://u@s:p@ss@db/pay', { host: 'db', username: 'u@s', password: 'p@ss', database: 'pay' }],
    ['postgres://u:p:q+r@db/pay', { host: 'db', username: 'u', password: 'p:q+r', database: 'pay' }],
    ['postgres://%2Fvar%2Frun/db', { path: '/var/run/.s.PGSQL.5432', database: 'db' }],
    [
      'postgres://u:p@%2Fvar%2Frun:6432/db',
      { path: '/var/run/.s.PGSQL.6432', username: 'u', password: 'p', database: 'db' },
    ],
    ['postgres://u:p@/db?host=/dir', { path: '/dir/.s.PGSQL.5432', username: 'u', password: 'p', database: 'db' }],
    ['postgres:///db?host=/dir&port=6432', { path: '/dir/.s.PGSQL.6432', database: 'db' }],
    ['postgres://127.0.0.1:6432/db?host=%2Fdir', { path: '/dir/.s.PGSQL.6432', database: 'db' }],
    [
      'postgres:///?host=db&port=6432&dbname=pay&user=u&password=p',
      { host: 'db', port: 6432, username: 'u', password: 'p', database: 'pay' },
    ],
    ['postgres://db/pay?host=', { host: 'db', database: 'pay' }],
    ['postgres://db/pay?sslmode=disable', { host: 'db', database: 'pay', ssl: false }],
    ['postgres://db/pay?sslmode=allow', { host: 'db', database: 'pay', ssl: 'prefer' }],
    ['postgres://db/pay?sslmode=prefer', { host: 'db', database: 'pay', ssl: 'prefer' }],
    ['postgres://db/pay?sslmode=require', { host: 'db', database: 'pay', ssl: 'require' }],
    ['postgres://db/pay?ssl=true', { host: 'db', database: 'pay', ssl: 'require' }],
    ['postgres://db/pay?sslmode=require&channel_binding=require', { host: 'db', database: 'pay', ssl: 'require' }],
    ['postgres://db/pay?channel_binding=require', { host: 'db', database: 'pay', ssl: 'require' }],
    ['postgres://db/pay?channel_binding=prefer', { host: 'db', database: 'pay' }],
    ['postgres://db/pay?sslmode=verify-full', { host: 'db', database: 'pay', ssl: { rejectUnauthorized: true } }],
    ['postgres://db/pay?sslrootcert=system', { host: 'db', database: 'pay', ssl: { rejectUnauthorized: true } }],
    ['postgres:///db?host=/dir&sslmode=require', { path: '/dir/.s.PGSQL.5432', database: 'db' }],
    ['postgres://db/pay?connect_timeout=5', { host: 'db', database: 'pay', connect_timeout: 5 }],
    ['postgres://db/pay?keepalives=0', { host: 'db', database: 'pay', keep_alive: null }],
    [
      'postgres://db/pay?keepalives=1&keepalives_idle=30&keepalives_count=3',
      { host: 'db', database: 'pay', keep_alive: 30 },
    ],
    [
      'postgres://db/pay?options=-c%20geqo%3Doff',
      { host: 'db', database: 'pay', connection: { options: '-c geqo=off' } },
    ],
    [
      'postgres://db/pay?target_session_attrs=read-write',
      { host: 'db', database: 'pay', target_session_attrs: 'read-write' },
    ],
    ['postgres://db/pay?target_session_attrs=any', { host: 'db', database: 'pay' }],
    ['postgres://db/pay?application_name=x&schema=public&pgbouncer=true', { host: 'db', database: 'pay' }],
  ])('is read: %s', (url, address) => {
    expect(readDatabaseAddress(url)).toEqual(address)
  })

  it.each(['verify-ca', 'verify-full', 'require'])(
    'with sslmode=%s and an authority of its own has it checked',
    (mode) => {
      const { ssl } = readDatabaseAddress(`postgres://db/pay?sslmode=${mode}&sslrootcert=${encodeURIComponent(CA)}`)
      expect(ssl).toMatchObject({ ca: 'an authority', rejectUnauthorized: true })
      expect(Object.keys(ssl as object).includes('checkServerIdentity')).toBe(mode !== 'verify-full')
    },
  )

  it.each([
    ['hunter2', /postgres:\/\/user/],
    ['mysql://u:hunter2@db/pay', /postgres:\/\/user/],
    ['postgres://u:p@hunter2/w#rd@host/db', /%40/],
    ['postgres://u:hunter2#x@host/db', /%23/],
    ['postgres://u:hunter2/x@host/db', /%2F/],
    ['postgres://u:12/hunter2@host/db', /%2F/],
    ['postgres://u:12?hunter2=x@host/db', /%3F/],
    ['postgres://u:hunter2?x@host/db', /%3F/],
    ['postgres://u:hunter2%@db/pay', /%25/],
    ['postgres://u:hunter2[@db:5432:x/pay', /postgres/],
    ['postgres://u:hunter2@db:99999/pay', /port from 1 to 65535/],
    ['postgres://u:hunter2@db:0/pay', /port from 1 to 65535/],
    ['postgres://u:hunter2@db:x/pay', /postgres:\/\/user/],
    ['postgres://u:hunter2@db/pay?port=x', /port from 1 to 65535/],
    ['postgres://u:hunter2@a,b/pay', /one server.*docs\/operate\/high-availability\.md/],
    ['postgres://u:hunter2@db/pay?sslmode=tls', /one of disable, allow, prefer, require, verify-ca, verify-full/],
    ['postgres://u:hunter2@db/pay?sslmode=verify-full&sslrootcert=/none', /sslrootcert is a file that can be read/],
    ['postgres://u:hunter2@db/pay?schema=pay', /public/],
    ['postgres://u:hunter2@db/pay?connection_limit=5', /without the parameter connection_limit.*options=/],
    ['postgres://u:hunter2@db/pay?hunter2.hunter2', /without a parameter that is not known/],
    ['postgres://u:hunter2@db/pay?connect_timeout=soon', /connect_timeout/],
    ['postgres://u:hunter2@db/pay?target_session_attrs=leader', /target_session_attrs/],
  ])('is refused with what to do, and without its password: %s', (url, message) => {
    const act = () => readDatabaseAddress(url)
    expect(act).toThrow(message)
    expect(act).not.toThrow('hunter2')
  })

  it('with any encoded user, password and database is read as it was meant', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(text, text, text, (username, password, database) => {
        const [user, secret, name] = [username, password, database].map(encodeURIComponent)
        const expected = { host: 'db', username, password, database }
        expect(readDatabaseAddress(`postgres://${user}:${secret}@db/${name}`)).toEqual(expected)
      }),
    )
  })

  it('is recognized as PgBouncer’s by its parameter', () => {
    expect(
      ['?pgbouncer=true', '?a=b&pgbouncer=true', '?pgbouncer=false', ''].map((query) =>
        isPooled(`postgres://db/pay${query}`),
      ),
    ).toEqual([true, true, false, false])
  })
})

/** ErrorResponse of the server's protocol for a refused login. */
const FIELDS_OF_REFUSAL = 'SFATAL\0VFATAL\0C28P01\0Mnot you\0\0'
const REFUSAL = Buffer.concat([
  Buffer.from('E'),
  Buffer.of(0, 0, 0, FIELDS_OF_REFUSAL.length + 4),
  Buffer.from(FIELDS_OF_REFUSAL),
])

describe('a database', () => {
  let database: FreshDatabase
  const connects = async (url: string) => withConnection(url, 'address', (sql) => sql`select 1 as one`)

  it('is reached by every way of writing its address', async () => {
    database = await freshDatabase(1)
    const { username, password, port, pathname, searchParams } = new URL(database.url)
    const login = `${username}:${password}`
    const socket = searchParams.get('host')
    const ways = [
      `postgres://${login}@127.0.0.1:${port}${pathname}?sslmode=allow&channel_binding=prefer&keepalives=1&schema=public`,
      `postgres://${login}@127.0.0.1:${port}${pathname}?application_name=mine&options=-c%20geqo%3Doff&connect_timeout=5`,
      ...(socket
        ? [
            `postgres://${login}@${encodeURIComponent(socket)}:${port}${pathname}`,
            `postgres://${login}@:${port}${pathname}?host=${socket}`,
          ]
        : []),
    ]
    for (const url of ways) expect(await connects(url)).toEqual([{ one: 1 }])
    await database.drop()
  })

  it.each([
    '[::1]:PORT/pay',
    ':PORT/pay?host=::1',
    '/pay?host=::1&port=PORT',
    '[0:0:0:0:0:0:0:1]:PORT/pay?sslmode=disable',
  ])('is reached at an IPv6 address: %s', async (place) => {
    const beginnings: string[] = []
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (beginning) => {
        beginnings.push(beginning.toString('latin1'))
        socket.end(REFUSAL)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '::1', resolve))
    const { port } = server.address() as AddressInfo
    await expect(connects(`postgres://me:secret@${place.replace('PORT', String(port))}`)).rejects.toThrow('not you')
    expect(beginnings[0]).toContain('user\0me\0database\0pay\0')
    server.close()
  })
})
