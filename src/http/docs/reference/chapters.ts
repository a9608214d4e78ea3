import { addressOfTag } from '../operations.ts'
import type { OpenApiDocument, Operation } from './document.ts'

/** A page of the API reference: a tag's words and its operations. */
export interface Chapter {
  readonly title: string
  readonly address: string
  /** Markdown. */
  readonly about: string
  readonly operations: readonly PlacedOperation[]
}

/** An operation and where it is called, or what the gateway calls itself: then the path is a type of event. */
export interface PlacedOperation extends Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'EVENT'
  readonly path: string
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The document's tags in their order, each with its operations and what it sends. */
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
  return operation === undefined ? [] : [{ ...operation, method, path }]
}
