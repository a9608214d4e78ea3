import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Problem } from '#domain/problem.ts'

/** Allowed destinations of lines in production; any in uat. */
export interface Reach {
  /** Hosts that may be reached without TLS, as the operator's environment names them. */
  readonly plainHosts: readonly string[]
}

/** Ranges that lead to this machine or to its own link. */
const INNER_RANGES = ['loopback', 'linkLocal', 'unspecified', 'broadcast', 'multicast']
/** Metadata addresses of clouds outside of the link-local range. */
const METADATA = ['fd00:ec2::254', '100.100.100.200', '168.63.129.16', '192.0.0.192']
/** Names that mean this machine by definition (RFC 6761, 6.3). */
const LOCALHOST = /(^|\.)localhost$/

/** Finds out if an address leads to this machine, its link or a cloud's metadata. */
function isInner(address: string): boolean {
  const parsed = ipaddr.process(address)
  return INNER_RANGES.includes(parsed.range()) || METADATA.includes(parsed.toString())
}

/** Finds the problems of a line's destination; none in uat. */
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

/** The address that a host is, in any form: `127.1` and `2130706433` are 127.0.0.1. */
function literalIn(host: string): string | undefined {
  if (isIP(host)) return host
  const named = URL.parse(`http://${host}/`)?.hostname ?? ''
  return isIP(named) ? named : undefined
}

/** A look-up without internal addresses, so that a name cannot be checked as one address and used as another. */
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
