/** The address of the API reference. */
export const REFERENCE = '/docs/api'

/** Where the API reference explains an operation. @param operation its `operationId` */
export function addressOfOperation(tag: string, operation: string): string {
  return `${addressOfTag(tag)}#${operation}`
}

/** Where the API reference has a chapter. */
export function addressOfTag(tag: string): string {
  return `${REFERENCE}/${nameOfTag(tag)}`
}

/** `Admin: wallet keys` is called `admin-wallet-keys` in addresses. */
export function nameOfTag(tag: string): string {
  return tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
