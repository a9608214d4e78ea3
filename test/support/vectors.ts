import { readFileSync } from 'node:fs'

export function readVectors(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../vectors/${file}`, import.meta.url), 'utf8'))
}
