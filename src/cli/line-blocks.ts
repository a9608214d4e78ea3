import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Longer than any row; a file with a longer line is rejected. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

export const LINE_FEED = 10

/** The last block may have no line feed. @throws if a line is longer than 64 MiB */
export async function* lineBlocks(path: string): AsyncGenerator<Buffer, void> {
  let begun: Buffer[] = []
  let length = 0
  for await (const chunk of pipeline(
    createReadStream(path),
    createGunzip(),
    () => undefined,
  ) as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1
    if (end > 0) yield Buffer.concat([...begun, chunk.subarray(0, end)])
    if (end > 0) begun = []
    begun.push(chunk.subarray(end))
    length = end > 0 ? chunk.length - end : length + chunk.length
    if (length > MAX_LINE_BYTES) throw new Error('a line of it is too long')
  }
  if (length > 0) yield Buffer.concat(begun)
}
