import { MessageError } from './message.ts'

/** Length prefix of each message: four ASCII digits, or two bytes, big-endian. */
export type LengthForm = 'ascii4' | 'binary2'

const HEADER_BYTES: Readonly<Record<LengthForm, number>> = { ascii4: 4, binary2: 2 }
/** Of a message, in either form. */
const MOST_BYTES = 9999

/** @throws MessageError for a message that is too long */
export function frameOf(form: LengthForm, message: Uint8Array): Uint8Array {
  if (message.length > MOST_BYTES) throw new MessageError(`A message has at most ${MOST_BYTES} bytes.`)
  const length = message.length.toString(form === 'ascii4' ? 10 : 16).padStart(4, '0')
  return Buffer.concat([Buffer.from(length, form === 'ascii4' ? 'latin1' : 'hex'), message])
}

/** Reads messages from partial data. An empty one, which some hosts send as a keep-alive, is skipped. */
export class FrameReader {
  readonly #form: LengthForm
  #rest: Uint8Array = new Uint8Array()

  constructor(form: LengthForm) {
    this.#form = form
  }

  /** Messages completed by this piece. @throws MessageError at an invalid length, after the messages before it */
  *take(piece: Uint8Array): Generator<Uint8Array> {
    this.#rest = Buffer.concat([this.#rest, piece])
    for (let message = this.#next(); message; message = this.#next()) if (message.length > 0) yield message
  }

  #next(): Uint8Array | undefined {
    const start = HEADER_BYTES[this.#form]
    if (this.#rest.length < start) return undefined
    const end = start + lengthIn(this.#form, this.#rest.subarray(0, start))
    if (this.#rest.length < end) return undefined
    const message = this.#rest.subarray(start, end)
    this.#rest = this.#rest.subarray(end)
    return message
  }
}

function lengthIn(form: LengthForm, header: Uint8Array): number {
  const text = Buffer.from(header).toString(form === 'ascii4' ? 'latin1' : 'hex')
  const length = Number.parseInt(text, form === 'ascii4' ? 10 : 16)
  const isLength = form === 'binary2' || /^\d{4}$/.test(text)
  if (!isLength || length > MOST_BYTES) throw new MessageError('The length in front of a message is none.')
  return length
}
