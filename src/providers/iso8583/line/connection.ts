import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type Codec, pack, unpack } from '../codec/codec.ts'
import { FrameReader, frameOf, type LengthForm } from '../codec/frames.ts'
import { type Message, MessageError } from '../codec/message.ts'
import { NotSent } from './errors.ts'

/** Where an acquirer listens, and how it writes. */
export interface Place {
  readonly host: string
  readonly port: number
  /** Null for a line that somebody else encrypts. */
  readonly tls: ClientTls | null
  readonly length: LengthForm
  readonly codec: Codec
}

/** PEM texts; undefined where the acquirer asks for none, or has one of a public authority. */
export interface ClientTls {
  readonly cert: string | undefined
  readonly key: string | undefined
  readonly ca: string | undefined
}

/** What comes in. */
export interface Reader {
  onMessage(message: Message): void
  /** A message that is none; the line goes on as long as it is clear where the next one begins. */
  onUnreadable(error: MessageError): void
}

export interface Connection {
  /** @throws MessageError for a message that the host's table does not allow */
  send(message: Message): void
  close(): void
  readonly closed: Promise<void>
}

const CONNECT_MS = 10_000
const CHECK_ADDRESS = 'Check host, port and tls with the acquirer, and that it knows this address.'
const KEEP_ALIVE_MS = 30_000

/** @throws NotSent where nobody answers */
export async function connect(place: Place, reader: Reader): Promise<Connection> {
  const socket = open(place)
  socket.unref()
  await established(socket, place.tls ? 'secureConnect' : 'connect')
  socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const frames = new FrameReader(place.length)
  socket.on('data', (piece) => take(place, frames, piece, reader, socket))
  return {
    send: (message) => void socket.write(frameOf(place.length, pack(place.codec, message))),
    close: () => void socket.destroy(),
    closed,
  }
}

function open({ host, port, tls }: Place): Socket {
  if (!tls) return connectTcp({ host, port })
  // An address is no server name (RFC 6066, 3); it is compared with the certificate all the same.
  return connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }), ...tls })
}

function established(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (why: string) => {
      socket.destroy()
      reject(new NotSent(`The acquirer's host cannot be reached: ${why}. ${CHECK_ADDRESS}`))
    }
    const timer = setTimeout(give, CONNECT_MS, 'no answer').unref()
    // Stays for as long as the socket lives: an error without a listener would end the process.
    socket.on('error', (error: NodeJS.ErrnoException) => give(error.code ?? error.name))
    socket.once('close', () => give('closed'))
    socket.once(event, () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function take({ codec }: Place, frames: FrameReader, piece: Uint8Array, reader: Reader, socket: Socket): void {
  try {
    for (const bytes of frames.take(piece)) read(codec, bytes, reader)
  } catch (error) {
    reader.onUnreadable(error as MessageError)
    socket.destroy()
  }
}

function read(codec: Codec, bytes: Uint8Array, { onMessage, onUnreadable }: Reader): void {
  let message: Message
  try {
    message = unpack(codec, bytes)
  } catch (error) {
    if (!(error instanceof MessageError)) throw error
    onUnreadable(error)
    return
  }
  onMessage(message)
}
