export const REFERENCE = '/docs/api'

/** URL of an operation's page in the API reference. @param operation its `operationId` */
export function addressOfOperation(tag: string, operation: string): string {
  return `${addressOfTag(tag)}/${operation}`
}

export function addressOfTag(tag: string): string {
  return `${REFERENCE}/${nameOfTag(tag)}`
}

/** Name in addresses: `admin-wallet-keys` for `Admin: wallet keys`. */
export function nameOfTag(tag: string): string {
  return tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
