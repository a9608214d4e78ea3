import { Tokenizer, TokenParser } from '@streamparser/json'
import { SettlementFileError } from '#domain/settlement-row.ts'
import { getPath } from '../json-path.ts'
import { type ReadRow, type RowContent, readRow, UnreadableError } from './rows.ts'

const LONGEST_ENTRY = 64 * 1024
/** Characters of a step, so that a long entry is noticed early. */
const STEP = 16 * 1024

/** Texts and numbers of an entry by path, such as `source.id`: empty for what it lacks. */
export type Texts = (path: string) => string

/**
 * Reads the entries of `data` in a JSON object as it streams.
 * @throws SettlementFileError if the file is no such object, or an entry is too long
 */
export async function* readJsonList(
  text: AsyncIterable<string>,
  read: (texts: Texts) => RowContent,
): AsyncGenerator<ReadRow> {
  const list = openList()
  let line = 0
  let unread = 0
  for await (const chunk of text) {
    for (let at = 0; at < chunk.length; at += STEP) {
      const entries = list.write(chunk.slice(at, at + STEP))
      unread = entries.length > 0 ? 0 : unread + Math.min(STEP, chunk.length - at)
      if (unread > LONGEST_ENTRY) throw new SettlementFileError(`An entry has more than 64 KiB. ${EXPECTED}`)
      for (const entry of entries) yield readRow(++line, () => read(textsOf(entry)))
    }
  }
  if (!list.isComplete()) throw new SettlementFileError(`The JSON ends early. ${EXPECTED}`)
}

const EXPECTED = 'Send an object whose "data" is the list, as the API returns it.'

/** Keeps numbers as their text, so that amounts keep their last digit. */
class ExactTokenizer extends Tokenizer {
  override parseNumber(text: string): number {
    return text as unknown as number
  }
}

function openList() {
  const tokenizer = new ExactTokenizer()
  const parser = new TokenParser({ paths: ['$.data', '$.data.*'], keepStack: false })
  const entries: unknown[] = []
  let hasList = false
  tokenizer.onToken = (token) => parser.write(token)
  parser.onValue = ({ value, parent, stack }) => {
    if (stack.length === 1) hasList = Array.isArray(value)
    else entries.push(value)
    // The parser would keep all entries until the list ends.
    if (stack.length > 1 && Array.isArray(parent)) parent.length = 0
  }
  const write = (text: string) => {
    try {
      tokenizer.write(text)
    } catch {
      throw new SettlementFileError(`The file is not valid JSON. ${EXPECTED}`)
    }
    return entries.splice(0)
  }
  return { write, isComplete: () => hasList && parser.isEnded }
}

function textsOf(entry: unknown): Texts {
  if (typeof entry !== 'object' || entry === null) throw new UnreadableError('the entry is not an object')
  return (path) => {
    const value = getPath(entry, path)
    return typeof value === 'string' ? value.trim() : ''
  }
}
