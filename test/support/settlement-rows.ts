import type { SettlementReader, SettlementRow, UnreadableRow } from '#domain/settlement-row.ts'

/** Chunks of a text's bytes. @param size of a chunk, which may split characters */
export function* chunksOf(text: string, size = 64 * 1024): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

export async function readRows(
  reader: SettlementReader | undefined,
  file: string | Iterable<Uint8Array>,
): Promise<readonly (SettlementRow | UnreadableRow)[]> {
  const chunks = typeof file === 'string' ? chunksOf(file) : file
  const rows: (SettlementRow | UnreadableRow)[] = []
  for await (const row of reader!(streamed(chunks))) rows.push(row)
  return rows
}

async function* streamed(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks
}
