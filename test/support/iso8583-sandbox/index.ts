import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import type { BitmapForm } from '../../../src/providers/iso8583/codec/bitmap.ts'
import { type Codec, pack, unpack } from '../../../src/providers/iso8583/codec/codec.ts'
import { ISO_1987 } from '../../../src/providers/iso8583/codec/field-table.ts'
import { FrameReader, frameOf, type LengthForm } from '../../../src/providers/iso8583/codec/frames.ts'
import type { Mac } from '../../../src/providers/iso8583/codec/mac.ts'
import { type Message, MessageError } from '../../../src/providers/iso8583/codec/message.ts'
import { Book } from './book.ts'
import { type Orders, type Reply, replyTo } from './host.ts'

/** Longer than `soon()`, after which the answer is no longer waited for. */
const LATE_MS = 2500

interface Form {
  readonly length?: LengthForm
  readonly bitmap?: BitmapForm
  readonly tls?: TlsOptions
  readonly mac?: Mac
}

/** An acquirer's host: it judges every request, keeps a book, and answers as it was ordered to. */
export class Iso8583Sandbox {
  readonly book = new Book()
  readonly orders: Orders = { next: new Map(), signOn: '00', isDeaf: false, isMute: false, answers: {} }
  readonly requests: Message[] = []
  readonly complaints: string[] = []
  readonly #sockets = new Set<Socket>()
  readonly #length: LengthForm
  readonly #codec: Codec
  readonly #server: Server

  constructor({ length = 'ascii4', bitmap = 'hex', tls, mac }: Form) {
    this.#length = length
    this.#codec = { table: ISO_1987, bitmap, ...(mac && { mac }) }
    const serve = (socket: Socket) => this.#serve(socket)
    this.#server = tls ? createTlsServer(tls, serve) : createServer(serve)
  }

  async listen(port = 0): Promise<void> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get connections(): number {
    return this.#sockets.size
  }

  /** Closes every connection, and lets new ones in. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Takes nothing more of what it is sent. */
  stopReading(): void {
    for (const socket of this.#sockets) socket.pause()
  }

  /** Sends any bytes on all connections. */
  shout(bytes: Uint8Array): void {
    for (const socket of this.#sockets) socket.write(bytes)
  }

  send(message: Message): void {
    this.shout(frameOf(this.#length, pack(this.#codec, message)))
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.hangUp()
    await closed
  }

  #serve(socket: Socket): void {
    const frames = new FrameReader(this.#length)
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('data', (piece) => {
      for (const bytes of frames.take(piece)) this.#read(socket, bytes)
    })
  }

  #read(socket: Socket, bytes: Uint8Array): void {
    try {
      this.#take(socket, unpack(this.#codec, bytes))
    } catch (error) {
      if (!(error instanceof MessageError)) throw error
      this.complaints.push(error.message)
    }
  }

  #take(socket: Socket, request: Message): void {
    this.requests.push(request)
    // An answer of the gateway's to a request of the host's.
    if (request.type === '0810' || request.type === '0830') return
    this.#reply(socket, replyTo(request, this.book, this.orders, this.complaints))
  }

  #reply(socket: Socket, { message, answer }: Reply): void {
    const bytes = Buffer.from(pack(this.#codec, message))
    if (answer === 'forged') bytes[bytes.length - 1]! ^= 1
    const say = () => void (socket.writable && socket.write(frameOf(this.#length, bytes)))
    if (answer === 'hangs-up') socket.destroy()
    else if (answer === 'late') setTimeout(say, LATE_MS)
    else if (answer !== 'never') say()
    if (answer === 'twice') say()
  }
}

export async function openIso8583Sandbox(form: Form = {}): Promise<Iso8583Sandbox> {
  const sandbox = new Iso8583Sandbox(form)
  await sandbox.listen()
  return sandbox
}
