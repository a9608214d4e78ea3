import ipaddr from 'ipaddr.js'
import { readNetwork } from '#domain/networks.ts'

const BITS = { ipv4: 32, ipv6: 128 } as const

/** Address, or network as `203.0.113.0/24` without host bits; a network of one address is that address. */
export function readListedNetwork(text: string): string | undefined {
  const network = readNetwork(text)
  if (!network) return undefined
  const { address, family, prefix } = network
  return prefix === BITS[family] ? address : networkOf(ipaddr.parse(address), prefix)
}

/** Networks that contain an address, as `readListedNetwork` writes them, without the address itself. */
export function networksAround(address: string): readonly string[] {
  const parsed = ipaddr.process(address)
  return Array.from({ length: BITS[parsed.kind()] }, (_, prefix) => networkOf(parsed, prefix))
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number): string {
  const mask = (index: number) => 0xff & (0xff00 >> Math.min(8, Math.max(0, prefix - index * 8)))
  return `${ipaddr.fromByteArray(address.toByteArray().map((byte, index) => byte & mask(index)))}/${prefix}`
}

export function firstParts(address: string): string {
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 2).join('.')}.`
  return `${parsed.parts
    .slice(0, 2)
    .map((part) => part.toString(16))
    .join(':')}:`
}
