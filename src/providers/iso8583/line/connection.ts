import { once } from 'node:events'
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type Codec, pack, unpack } from '../codec/codec.ts'
import { FrameReader, frameOf, type LengthForm } from '../codec/frames.ts'
import { type Message, MessageError } from '../codec/message.ts'
import { NotSent } from './errors.ts'

export interface Endpoint {
  readonly host: string
  readonly port: number
  /** Null for a line encrypted elsewhere. */
  readonly tls: ClientTls | null
  readonly length: LengthForm
  readonly codec: Codec
  /** Reason against connecting to it; null if it is allowed. */
  readonly refusal?: string | null
  /** Resolves names to allowed addresses; by default the system's lookup. */
  readonly lookup?: LookupFunction
}

/** PEM texts; undefined if the acquirer requires none, or has one of a public authority. */
export interface ClientTls {
  readonly cert: string | undefined
  readonly key: string | undefined
  readonly ca: string | undefined
}

/** Callbacks for incoming messages. Reading waits for a returned promise. */
export interface Reader {
  onMessage(message: Message, connection: Connection): Promise<void> | undefined
  /** An unreadable message; the line continues if the start of the next one is known. */
  onUnreadable(connection: Connection): Promise<void>
}

export interface Connection {
  /** @throws MessageError for a message that the host's table does not allow @throws NotSent while the host does not read */
  send(message: Message): void
  /** Resolves once the host has read enough of the sent bytes, or has disconnected. */
  taken(): Promise<void>
  close(): void
  readonly closed: Promise<void>
}

const CONNECT_MS = 10_000
const CHECK_ADDRESS = 'Check host, port and tls with the acquirer, and that it knows this address.'
const KEEP_ALIVE_MS = 30_000
/** Limit of sent bytes that a host has not read yet. */
const MOST_UNTAKEN_BYTES = 256 * 1024

/** @throws NotSent without a listener */
export async function connect(place: Endpoint, reader: Reader): Promise<Connection> {
  if (place.refusal) throw new NotSent(place.refusal)
  const socket = open(place)
  socket.unref()
  await established(socket, place.tls ? 'secureConnect' : 'connect')
  socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS)
  const connection = connectionOn(socket, place)
  void readAll(socket, place, reader, connection)
  return connection
}

function connectionOn(socket: Socket, { length, codec }: Endpoint): Connection {
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return {
    send(message) {
      const frame = frameOf(length, pack(codec, message))
      if (socket.writableLength > MOST_UNTAKEN_BYTES) throw new NotSent('The acquirer’s host takes nothing more.')
      socket.write(frame)
    },
    async taken() {
      if (socket.writableNeedDrain) await Promise.race([once(socket, 'drain').catch(() => undefined), closed])
    },
    close: () => void socket.destroy(),
    closed,
  }
}

function open({ host, port, tls, lookup }: Endpoint): Socket {
  const where = { host, port, ...(lookup && { lookup }) }
  if (!tls) return connectTcp(where)
  // An address is no server name (RFC 6066, 3); it is compared with the certificate anyway.
  return connectTls({ ...where, ...(isIP(host) === 0 && { servername: host }), ...tls })
}

function established(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (why: string) => {
      socket.destroy()
      reject(new NotSent(`The acquirer's host cannot be reached: ${why}. ${CHECK_ADDRESS}`))
    }
    const timer = setTimeout(give, CONNECT_MS, 'no answer').unref()
    // Stays for the socket's lifetime: an error without a listener would end the process.
    socket.on('error', (error: NodeJS.ErrnoException) => give(error.code ?? error.name))
    socket.once('close', () => give('closed'))
    socket.once(event, () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Reads only as fast as messages are handled, until the connection ends or a length is invalid. */
async function readAll(socket: Socket, place: Endpoint, reader: Reader, connection: Connection): Promise<void> {
  const frames = new FrameReader(place.length)
  try {
    for await (const piece of socket) {
      for (const bytes of frames.take(piece)) {
        if (socket.destroyed) return
        const wait = read(place.codec, bytes, reader, connection)
        if (wait) await wait
      }
    }
  } catch (error) {
    if (error instanceof MessageError) await reader.onUnreadable(connection)
  }
  socket.destroy()
}

function read(codec: Codec, bytes: Uint8Array, reader: Reader, connection: Connection): Promise<void> | undefined {
  let message: Message
  try {
    message = unpack(codec, bytes)
  } catch (error) {
    if (!(error instanceof MessageError)) throw error
    return reader.onUnreadable(connection)
  }
  return reader.onMessage(message, connection)
}
