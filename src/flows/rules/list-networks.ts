import ipaddr from 'ipaddr.js'
import { readNetwork } from '#domain/networks.ts'

const BITS = { ipv4: 32, ipv6: 128 } as const

/**
 * Reads an address or a network as lists have it: `203.0.113.0/24`, without bits behind its length. An address written as
 * a network of one is an address.
 */
export function readListedNetwork(text: string): { readonly text: string; readonly isAddress: boolean } | undefined {
  const network = readNetwork(text)
  if (!network) return undefined
  const { address, family, prefix } = network
  if (prefix === BITS[family]) return { text: address, isAddress: true }
  return { text: networkOf(ipaddr.parse(address), prefix), isAddress: false }
}

/** Every network that has an address, as `readListedNetwork` writes them; the address alone is none. */
export function networksAround(address: string): readonly string[] {
  if (!ipaddr.isValid(address)) return []
  const parsed = ipaddr.process(address)
  return Array.from({ length: BITS[parsed.kind()] }, (_, prefix) => networkOf(parsed, prefix))
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): string {
  const bytes = address.toByteArray().map((byte, index) => byte & maskOf(prefix - index * 8))
  return `${ipaddr.fromByteArray(bytes)}/${prefix}`
}

/** Mask of a byte of which the first `bits` count. */
function maskOf(bits: number): number {
  return 0xff & (0xff00 >> Math.min(8, Math.max(0, bits)))
}

/** Half of an IPv4 address, or of an IPv6 address what a provider gives to many. */
export function maskAddress(address: string): string {
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6)
    return `${parsed.parts
      .slice(0, 2)
      .map((part) => part.toString(16))
      .join(':')}:***`
  return `${parsed.octets.slice(0, 2).join('.')}.***`
}
