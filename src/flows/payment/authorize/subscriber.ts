import { subscriberOf } from '#domain/networks.ts'
import type { Gateway } from '../../gateway.ts'

/** Keyed digest of an IP address's subscriber, so that no address is stored in clear text. */
export function digestSubscriber({ vault }: Pick<Gateway, 'vault'>, merchantId: string, address: string): string {
  const source = JSON.stringify(['address', subscriberOf(address)])
  return Buffer.from(vault.digestOf(merchantId, source)).toString('base64url')
}
