import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Every value a header was sent with. Node hides the second of some headers, such as Authorization. */
export function headerValues(request: FastifyRequest, name: string): string[] {
  const { rawHeaders } = request.raw
  return rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name)
}

/** Fastify's `trustProxy`: the addresses and networks whose X-Forwarded-For counts; nobody's by default. */
export function trustOf(trustedProxies: readonly string[]): false | string[] {
  return trustedProxies.length > 0 && [...trustedProxies]
}

/**
 * The caller's address: the last one in X-Forwarded-For that is not a trusted proxy's, else the peer's. What is no
 * address at all does not count.
 */
export function callerAddress(request: FastifyRequest): string {
  return normalized(request.ip) ?? normalized(request.socket.remoteAddress ?? '') ?? ''
}

/** An IPv4-mapped IPv6 address becomes IPv4; the zone of a link-local address is dropped. */
function normalized(address: string): string | undefined {
  const zoneless = address.replace(/%.*$/, '')
  const version = isIP(zoneless)
  // There is one way to write IPv4, and to take it apart takes longer than all else here.
  if (version === 4) return zoneless
  return version === 6 ? ipaddr.process(zoneless).toString() : undefined
}
