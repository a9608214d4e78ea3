import type { Route } from '../route.ts'

/** The address of the API reference. */
export const REFERENCE = '/docs/api'

/** Where the API reference explains an operation. @param path with parameters in braces */
export function addressOfOperation(tag: string, method: Route['method'], path: string): string {
  return `${addressOfTag(tag)}/${method}${path}`
}

/** Where the API reference has a section. */
export function addressOfTag(tag: string): string {
  return `${REFERENCE}#tag/${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
}
