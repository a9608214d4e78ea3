import { SettlementFileError } from '#domain/settlement-row.ts'

/** Decodes a file without its byte order mark. @throws SettlementFileError if it is not UTF-8 */
export async function* decodeFile(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new SettlementFileError('The file is not UTF-8; save it as UTF-8.')
    }
  }
  for await (const chunk of file) yield decode(chunk)
  yield decode()
}

const LONGEST_BLANK = 1024

/** Finds out by its first character if a file is JSON. */
export async function findKind(text: AsyncGenerator<string>) {
  let head = ''
  while (head.length < LONGEST_BLANK && head.trim() === '') {
    const { value, done } = await text.next()
    if (done) break
    head += value
  }
  async function* all() {
    yield head
    yield* text
  }
  return { isJson: /^\s*[[{]/.test(head), text: all() }
}
