import { gzipSync } from 'node:zlib'

/** The files we serve are few and never change while we run, so each is compressed once. */
const kept = new Map<string, Buffer>()

/** A file as gzip, as small as it gets. */
export function gzipped(content: string): Buffer {
  const known = kept.get(content) ?? gzipSync(content, { level: 9 })
  kept.set(content, known)
  return known
}
