import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, unzip } from 'node:zlib'

/** Default limit of an answer's body. */
const MOST_BYTES = 1024 * 1024

/** Decoders for bodies that are compressed although we request none (RFC 9110, 8.4.1). */
const UNPACKERS = {
  gzip: promisify(unzip),
  'x-gzip': promisify(unzip),
  deflate: promisify(unzip),
  br: promisify(brotliDecompress),
} as const

export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong'
  readonly code = 'ANSWER_TOO_LONG'
}

/** Reads a body to its end. @throws AnswerTooLong beyond `most` bytes, compressed or decompressed */
export async function wholeBody(answer: IncomingMessage, most = MOST_BYTES): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > most) throw new AnswerTooLong(`The answer is longer than ${most} bytes.`)
    chunks.push(chunk)
  }
  return unpacked(Buffer.concat(chunks), answer.headers['content-encoding'], most)
}

/** Reads the beginning of a body, and a little more to reuse the connection; an incomplete one is returned as it is. */
export async function beginningOfBody(answer: IncomingMessage, bytes: number, mostRead: number): Promise<Buffer> {
  let [beginning, size] = [Buffer.alloc(0), 0]
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      const missing = bytes - beginning.length
      if (missing > 0) beginning = Buffer.concat([beginning, chunk.subarray(0, missing)])
      size += chunk.length
      if (size >= mostRead) break
    }
  } catch {
    // The status has arrived, so an error in the body does not matter.
  }
  return beginning
}

export function textOf({ body }: { readonly body: Uint8Array }): string {
  return new TextDecoder().decode(body)
}

async function unpacked(body: Buffer, encoding: string | undefined, most: number): Promise<Buffer> {
  const unpack = UNPACKERS[(encoding ?? '').trim().toLowerCase() as keyof typeof UNPACKERS]
  if (!unpack || body.length === 0) return body
  try {
    return await unpack(body, { maxOutputLength: most })
  } catch (error) {
    const isTooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLong ? new AnswerTooLong(`The answer is longer than ${most} bytes.`) : error
  }
}
