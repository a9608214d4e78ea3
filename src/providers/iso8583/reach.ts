import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Problem } from '#providers/port/domain.ts'

/** Allowed destinations of lines in production; any in UAT. */
export interface Reach {
  /** Hosts allowed without TLS by the operator's environment. */
  readonly plainHosts: readonly string[]
}

/** Ranges of this machine or its own link. */
const INNER_RANGES = ['loopback', 'linkLocal', 'unspecified', 'broadcast', 'multicast']
/** Metadata addresses of clouds outside of the link-local range. */
const METADATA = ['fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192']
/** Names of this machine by definition (RFC 6761, 6.3). */
const LOCALHOST = /(^|\.)localhost$/

/** True if an address leads to this machine, its link or a cloud's metadata. */
function isInner(address: string): boolean {
  const parsed = ipaddr.process(address)
  return INNER_RANGES.includes(parsed.range()) || METADATA.includes(parsed.toString())
}

/** Problems of a line's destination; none in UAT. */
export function problemsOfReach({ host, tls }: { host: string; tls: boolean }, reach: Reach | null): Problem[] {
  if (!reach) return []
  const name = plainName(host)
  const literal = literalIn(name)
  const isInside = literal === undefined ? LOCALHOST.test(name) : isInner(literal)
  if (isInside)
    return [problem('host', 'Use the acquirer’s host; loopback, link-local and metadata addresses are rejected.')]
  const isAllowed = tls || reach.plainHosts.some((allowed) => plainName(allowed) === name)
  if (isAllowed) return []
  return [problem('tls', 'Use true: only hosts that ISO8583_PLAIN_HOSTS names are reached without TLS.')]
}

function problem(name: string, message: string): Problem {
  return { property: `settings.${name}`, message, params: [] }
}

function plainName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}

/** Address of a host in any notation: `127.1` and `2130706433` are 127.0.0.1. */
function literalIn(host: string): string | undefined {
  if (isIP(host)) return host
  const named = URL.parse(`http://${host}/`)?.hostname ?? ''
  return isIP(named) ? named : undefined
}

/** Lookup without internal addresses, so that a name cannot resolve differently between check and connection. */
export const outerLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '')
    const outer = addresses.filter(({ address }) => !isInner(address))
    const first = outer[0]
    if (!first) return callback(Object.assign(new Error('The address is internal.'), { code: 'FORBIDDEN_ADDRESS' }), '')
    if (options.all) callback(null, outer)
    else callback(null, first.address, first.family)
  })
}
