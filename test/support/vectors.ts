import { existsSync, readFileSync } from 'node:fs'

/**
 * The published test vectors that may lie beside the project in `../shared/vectors`.
 * @returns the parsed file, or undefined (with a note on the console) where the folder is not there
 */
export function readVectors(file: string): unknown {
  const url = new URL(`../../../shared/vectors/${file}`, import.meta.url)
  if (existsSync(url)) return JSON.parse(readFileSync(url, 'utf8'))
  console.warn(`Skipped: the published vectors ../shared/vectors/${file} are not beside the project.`)
  return undefined
}
