import ipaddr from 'ipaddr.js'
import type { Gateway } from '../../gateway.ts'

/**
 * Keyed digest of the subscriber of an IP address, so that no address is stored in clear. A subscriber of IPv6 has a whole
 * /64 and may use another address for every request.
 */
export function digestSubscriber({ vault }: Pick<Gateway, 'vault'>, merchantId: string, address: string): string {
  const source = JSON.stringify(['address', subscriberOf(address)])
  return Buffer.from(vault.digestOf(merchantId, source)).toString('base64url')
}

function subscriberOf(address: string): string {
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
