import { addressOfOperation, addressOfTag, REFERENCE } from '../operations.ts'
import type { Site } from '../site.ts'
import type { OpenApiDocument, Operation } from './document.ts'

/** Subject of the API reference: a tag and its operations. */
export interface Chapter {
  readonly title: string
  readonly address: string
  /** Markdown. */
  readonly about: string
  readonly operations: readonly PlacedOperation[]
}

/** Operation with its method and path. The path of a webhook is its type of event. */
export interface PlacedOperation extends Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'EVENT'
  readonly path: string
  readonly address: string
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Groups operations and webhooks by tag, in the order of the document. */
export function chaptersOf({ tags, paths, webhooks }: OpenApiDocument): readonly Chapter[] {
  const placed = [
    ...Object.entries(paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => placedOperation(item[method], method.toUpperCase() as 'GET', path)),
    ),
    ...Object.entries(webhooks).flatMap(([type, { post }]) => placedOperation(post, 'EVENT', type)),
  ]
  const byTag = Map.groupBy(placed, ({ tags: [tag] }) => tag)
  return tags.map(({ name, description }) => ({
    title: name,
    address: addressOfTag(name),
    about: description,
    operations: byTag.get(name) ?? [],
  }))
}

function placedOperation(
  operation: Operation | undefined,
  method: PlacedOperation['method'],
  path: string,
): PlacedOperation[] {
  if (operation === undefined) return []
  return [{ ...operation, method, path, address: addressOfOperation(operation.tags[0]!, operation.operationId) }]
}

/** Adds the API reference as the first group of the menu. */
export function withReference(site: Site, chapters: readonly Chapter[], links: Site['links'] = []): Site {
  const group = {
    title: 'API reference',
    about: 'A page for each operation, with its fields, examples and a form to try it.',
    pages: [
      { address: REFERENCE, title: 'Overview' },
      ...chapters.map(({ address, title, operations }) => ({
        address,
        title,
        pages: operations.map((operation) => ({ address: operation.address, title: operation.summary })),
      })),
    ],
  }
  return { ...site, links, menu: [group, ...site.menu] }
}
