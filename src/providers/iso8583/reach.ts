import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isInnerAddress, type Problem } from '#providers/port/tools.ts'

/** Allowed destinations of lines in production; any in UAT. */
export interface Reach {
  /** Hosts allowed without TLS by the operator's environment. */
  readonly plainHosts: readonly string[]
}

/** Names of this machine by definition (RFC 6761, 6.3). */
const LOCALHOST = /(^|\.)localhost$/

/** Problems of a line's destination; none in UAT. */
export function problemsOfReach({ host, tls }: { host: string; tls: boolean }, reach: Reach | null): Problem[] {
  if (!reach) return []
  const name = plainName(host)
  const literal = literalIn(name)
  const isInside = literal === undefined ? LOCALHOST.test(name) : isInnerAddress(literal)
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
    const outer = addresses.filter(({ address }) => !isInnerAddress(address))
    const first = outer[0]
    if (!first) return callback(Object.assign(new Error('The address is internal.'), { code: 'FORBIDDEN_ADDRESS' }), '')
    if (options.all) callback(null, outer)
    else callback(null, first.address, first.family)
  })
}
