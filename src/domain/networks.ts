import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const BITS = { 4: 32, 6: 128 } as const

/** An address or a CIDR network: its first address and the number of shared bits. */
interface Network {
  readonly address: string
  readonly family: 'ipv4' | 'ipv6'
  readonly prefix: number
}

/** Reads `192.0.2.7`, `192.0.2.0/24` or `2001:db8::/32`; IPv4 addresses written as IPv6 become IPv4. */
export function readNetwork(text: string): Network | undefined {
  const [written = '', length, ...rest] = text.split('/')
  const version = isIP(written) as 0 | 4 | 6
  if (version === 0 || written.includes('%') || rest.length > 0) return undefined
  if (length !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(length)) return undefined
  const prefix = length === undefined ? BITS[version] : Number(length)
  if (prefix > BITS[version]) return undefined
  const address = ipaddr.process(written)
  if (address.kind() === 'ipv6') return { address: written, family: 'ipv6', prefix }
  const mapped = version === 6 ? prefix - 96 : prefix
  return mapped < 0 ? undefined : { address: address.toString(), family: 'ipv4', prefix: mapped }
}

/** True if the address is in one of these networks. An unknown address, '', is in none. */
export function isInNetworks(allowed: readonly string[], address: string): boolean {
  const version = isIP(address)
  return version !== 0 && blockListOf(allowed).check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Networks of a list that are not within those of another. */
export function networksBeyond(networks: readonly string[], bounds: readonly string[]): readonly string[] {
  const limits = bounds.map((text) => ({ list: blockListOf([text]), network: readNetwork(text) }))
  return networks.filter((text) => {
    const inner = readNetwork(text)
    return (
      !inner ||
      !limits.some(({ list, network }) => {
        return (
          network?.family === inner.family && network.prefix <= inner.prefix && list.check(inner.address, inner.family)
        )
      })
    )
  })
}

const blockLists = new WeakMap<readonly string[], BlockList>()

/** Cached by list, because rules need it for every payment. */
function blockListOf(networks: readonly string[]): BlockList {
  const list = blockLists.get(networks) ?? buildBlockList(networks)
  blockLists.set(networks, list)
  return list
}

function buildBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks.map(readNetwork)) {
    if (network) list.addSubnet(network.address, network.prefix, network.family)
  }
  return list
}

/** Subscriber of an IP address: the address, for IPv6 its /64, because each request may use another address of it. */
export function subscriberOf(address: string): string {
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
