import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SUBPATHS: readonly (readonly [string, string])[] = Object.entries(
  (JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> }).imports,
).map(([subpath, path]) => [subpath.replace('*', ''), join(path.replace('*', ''))])

/** The files of ours that a file imports, for their types too; as paths from the project's directory. */
export function importedBy(path: string): string[] {
  const specifiers = [...readFileSync(path, 'utf8').matchAll(/\b(?:from|import) ?\(?'([.#][^']+)'/g)]
  return specifiers.map(([, specifier]) => resolve(path, specifier!))
}

function resolve(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(path), specifier)
  const [subpath, directory] = SUBPATHS.find(([subpath]) => specifier.startsWith(subpath)) ?? ['', '']
  return directory + specifier.slice(subpath.length)
}

/** Those of the files that import themselves over others, or lie between two that do. */
export function importCircles(files: readonly string[]): string[] {
  const imports = new Map(files.map((path) => [path, importedBy(path)]))
  for (let size = Number.POSITIVE_INFINITY; imports.size < size; ) {
    size = imports.size
    const wanted = new Set([...imports.values()].flat())
    for (const [path, imported] of imports) {
      if (!wanted.has(path) || !imported.some((other) => imports.has(other))) imports.delete(path)
    }
  }
  return [...imports.keys()].sort()
}
