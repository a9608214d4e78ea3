import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { createPrivateAuthority } from '#test/private-authority.ts'
import { openDatabase } from '../connection/database.ts'

const [ours, another] = [createPrivateAuthority(), createPrivateAuthority()]
const directory = mkdtempSync(join(tmpdir(), 'tollgate-tls-'))
const fileOf = (name: string, text: string) => {
  writeFileSync(join(directory, name), text)
  return encodeURIComponent(join(directory, name))
}
const [OURS, ANOTHER] = [fileOf('ours.pem', ours.ca), fileOf('another.pem', another.ca)]

/** The client's request for TLS (protocol 3.0, section 54.7). */
const SSL_REQUEST = Buffer.from('0000000804d2162f', 'hex')

let database: FreshDatabase
let encrypting: Server
let plain: Server
let directs = 0
const encrypted: boolean[] = []
beforeAll(async () => {
  database = await freshDatabase(1)
  const { port } = new URL(database.url)
  encrypting = await openProxy(Number(port), true)
  plain = await openProxy(Number(port), false)
})
beforeEach(() => {
  encrypted.length = 0
  directs = 0
})
afterAll(async () => {
  encrypting?.close()
  plain?.close()
  rmSync(directory, { recursive: true })
  await database?.drop()
})

async function openProxy(port: number, speaksTls: boolean): Promise<Server> {
  const pass = (client: Socket, isEncrypted: boolean, beginning?: Buffer) => {
    encrypted.push(isEncrypted)
    const server = connect(port, '127.0.0.1')
    if (beginning) server.write(beginning)
    client.pipe(server).pipe(client)
    for (const socket of [client, server]) socket.on('error', () => undefined)
  }
  const secure = (client: Socket) => {
    const { key, cert } = ours
    pass(new TLSSocket(client, { isServer: true, key, cert, ALPNProtocols: ['postgresql'] }), true)
  }
  const proxy = createServer((client) => {
    client.on('error', () => undefined)
    client.once('data', (beginning) => {
      if (beginning[0] === 0x16 && speaksTls) {
        directs += 1
        client.pause()
        client.unshift(beginning)
        secure(client)
      } else if (!beginning.equals(SSL_REQUEST)) pass(client, false, beginning)
      else {
        client.write(speaksTls ? 'S' : 'N')
        if (speaksTls) secure(client)
      }
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return proxy
}

function urlOf(proxy: Server, parameters: string, host = '127.0.0.1'): string {
  const { username, password, pathname } = new URL(database.url)
  const { port } = proxy.address() as AddressInfo
  return `postgres://${username}:${password}@${host}:${port}${pathname}?${parameters}`
}

async function ask(url: string): Promise<unknown> {
  const pool = openDatabase(url, 'tls', 1)
  return (await pool`select 1 as one`.finally(() => pool.end({ timeout: 1 })))[0]
}

describe('a server that speaks TLS is asked over TLS', () => {
  it.each([
    'sslmode=prefer',
    'sslmode=require',
    `sslmode=verify-ca&sslrootcert=${OURS}`,
    `sslmode=verify-full&sslrootcert=${OURS}`,
    'sslmode=require&sslnegotiation=direct',
  ])('with %s', async (parameters) => {
    expect(await ask(urlOf(encrypting, parameters))).toEqual({ one: 1 })
    expect(encrypted).toEqual([true])
    expect(directs).toBe(parameters.includes('direct') ? 1 : 0)
  })

  it('by its name', async () => {
    expect(await ask(urlOf(encrypting, `sslmode=verify-full&sslrootcert=${OURS}`, 'localhost'))).toEqual({ one: 1 })
  })

  it('but not with sslmode=disable', async () => {
    expect(await ask(urlOf(encrypting, 'sslmode=disable'))).toEqual({ one: 1 })
    expect(encrypted).toEqual([false])
  })
})

it.each([
  `sslmode=verify-ca&sslrootcert=${ANOTHER}`,
  `sslmode=verify-full&sslrootcert=${ANOTHER}`,
  `sslmode=require&sslrootcert=${ANOTHER}`,
  'sslmode=verify-full',
])('a server with a certificate of another authority is refused with %s', async (parameters) => {
  await expect(ask(urlOf(encrypting, parameters))).rejects.toThrow(/certificate/)
})

describe('a server without TLS', () => {
  it('is asked without with sslmode=prefer', async () => {
    expect(await ask(urlOf(plain, 'sslmode=prefer'))).toEqual({ one: 1 })
    expect(encrypted).toEqual([false])
  })

  it.each(['require', 'verify-full'])('is refused with sslmode=%s', async (mode) => {
    await expect(ask(urlOf(plain, `sslmode=${mode}`))).rejects.toThrow('does not support SSL')
    expect(encrypted).toEqual([])
  })
})

it('a session with TLS can be cut', async () => {
  const pool = openDatabase(urlOf(encrypting, 'sslmode=require'), 'tls', 1)
  await pool`select 1`
  const asked = pool`select pg_sleep(30)`.catch((error) => error)
  await pool.end({ timeout: 0 })
  expect(await asked).toMatchObject({ code: 'CONNECTION_DESTROYED' })
})
