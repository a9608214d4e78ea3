import { readFileSync } from 'node:fs'

/** Reads a file of `test/vectors`. */
export function readVectors(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../vectors/${file}`, import.meta.url), 'utf8'))
}
