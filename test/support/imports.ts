import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SUBPATHS: readonly (readonly [string, string])[] = Object.entries(
  (JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> }).imports,
).map(([subpath, path]) => [subpath.replace('*', ''), join(path.replace('*', ''))])

/** Files of the project that a file imports, for their types too; as paths from the project's directory. */
export function importedBy(path: string): string[] {
  const specifiers = [...readFileSync(path, 'utf8').matchAll(/\b(?:from|import) ?\(?'([.#][^']+)'/g)]
  return specifiers.map(([, specifier]) => resolve(path, specifier!))
}

function resolve(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(path), specifier)
  const [subpath, directory] = SUBPATHS.find(([subpath]) => specifier.startsWith(subpath)) ?? ['', '']
  return directory + specifier.slice(subpath.length)
}

/** The files that import themselves over others, or are between two that do. */
export function importCircles(files: readonly string[]): string[] {
  return circles(new Map(files.map((path) => [path, importedBy(path)])))
}

/** The folders that import themselves over others. A folder and those within it count as one another's own. */
export function folderCircles(files: readonly string[]): string[] {
  const byFolder = Map.groupBy(files, dirname)
  const isNested = (one: string, other: string) =>
    `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)
  const edges = [...byFolder].map(([folder, paths]) => {
    const imported = paths.flatMap(importedBy).map(dirname)
    return [folder, imported.filter((other) => byFolder.has(other) && !isNested(folder, other))] as const
  })
  return circles(new Map(edges))
}

/** The nodes of a graph that are on a circle or between two. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(graph)
  for (let size = Number.POSITIVE_INFINITY; left.size < size; ) {
    size = left.size
    const wanted = new Set([...left.values()].flat())
    for (const [node, others] of left) {
      if (!wanted.has(node) || !others.some((other) => left.has(other))) left.delete(node)
    }
  }
  return [...left.keys()].sort()
}
