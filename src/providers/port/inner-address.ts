import ipaddr from 'ipaddr.js'

/** Ranges of this machine or its own link. */
const INNER_RANGES = ['loopback', 'linkLocal', 'unspecified', 'broadcast', 'multicast']
/** Metadata addresses of clouds outside of the link-local range. */
const METADATA = ['fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192']

/** True if an IP address leads to this machine, its link or a cloud's metadata. */
export function isInnerAddress(address: string): boolean {
  const parsed = ipaddr.process(address)
  return INNER_RANGES.includes(parsed.range()) || METADATA.includes(parsed.toString())
}
