import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto'
import { Failure } from '../command.ts'
import { parseObject } from '../kinds.ts'
import { LINE_FEED, lineBlocks } from '../line-blocks.ts'

export const END_OF_ROWS = '\\.\n'

/** Message authentication code of a backup, over every byte before its own line. */
export const macUnder = (key: Uint8Array): Hmac => createHmac('sha256', key)

export function damaged(path: string, why: string): Failure {
  return new Failure(`${path} is not a complete backup: ${why}.`)
}

export class BackupLines {
  readonly #path: string
  readonly #blocks: AsyncIterator<Buffer>
  /** Lines that were read and not yet returned. */
  #rest: Buffer = Buffer.alloc(0)
  #mac: Hmac | undefined

  constructor(path: string) {
    this.#path = path
    this.#blocks = lineBlocks(path)
  }

  /** First line, with the key that the file is authenticated with. @param keyOf undefined for none */
  async header<T>(keyOf: (said: Readonly<Record<string, unknown>>) => { header: T; key: Uint8Array | undefined }) {
    const { said, bytes } = await this.#parsed()
    const { header, key } = keyOf(said)
    this.#mac = key && macUnder(key)
    this.#mac?.update(bytes)
    return header
  }

  async parsed(): Promise<Readonly<Record<string, unknown>>> {
    const { said, bytes } = await this.#parsed()
    this.#mac?.update(bytes)
    return said
  }

  async *rows(see: (rows: Uint8Array) => void): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      await this.#fill()
      const end = endOfRows(this.#rest)
      const rows = this.#take(end === -1 ? this.#rest.length : end)
      this.#mac?.update(rows)
      see(rows)
      if (rows.length > 0) yield rows
      if (end !== -1) break
    }
    const mark = this.#take(END_OF_ROWS.length)
    this.#mac?.update(mark)
  }

  /** Reads the end, and checks the MAC if the header has a key. @throws Failure if it is wrong, or more lines follow */
  async end(): Promise<void> {
    if (this.#mac) {
      const expected = this.#mac.digest()
      const said = Buffer.from(String((await this.#parsed()).said.mac), 'base64')
      const isRight = said.length === expected.length && timingSafeEqual(said, expected)
      if (!isRight) throw damaged(this.#path, 'it was changed after it was written')
    }
    if (this.#rest.length > 0 || (await this.#next())) throw damaged(this.#path, 'it has data after its end')
  }

  async #parsed() {
    await this.#fill()
    const bytes = this.#take(this.#rest.indexOf(LINE_FEED) + 1)
    const said = parseObject(bytes.toString())
    if (!said) throw damaged(this.#path, 'it has an unreadable line')
    return { said: said as Readonly<Record<string, unknown>>, bytes }
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return taken
  }

  async #fill(): Promise<void> {
    if (this.#rest.length > 0) return
    const block = await this.#next()
    if (!block) throw damaged(this.#path, 'it is truncated')
    this.#rest = block
  }

  async #next(): Promise<Buffer | undefined> {
    const { value, done } = await this.#blocks.next().catch((error: Error) => {
      throw damaged(this.#path, error.message)
    })
    return done ? undefined : value
  }
}

function endOfRows(block: Buffer): number {
  if (block.subarray(0, END_OF_ROWS.length).toString() === END_OF_ROWS) return 0
  const before = block.indexOf(`\n${END_OF_ROWS}`)
  return before === -1 ? -1 : before + 1
}
