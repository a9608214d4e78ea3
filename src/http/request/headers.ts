import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Every value a header was sent with. Node keeps only the first of some, such as Authorization; a second must show. */
export function headerValues(request: FastifyRequest, name: string): string[] {
  const { rawHeaders } = request.raw
  return rawHeaders.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === name)
}

/** Fastify's `trustProxy`: the addresses and networks whose X-Forwarded-For counts; nobody's by default. */
export function trustOf(trustedProxies: readonly string[]): false | string[] {
  return trustedProxies.length > 0 && [...trustedProxies]
}

/**
 * Who is calling: the last address in X-Forwarded-For that no trusted proxy vouches for, else the peer. What a proxy
 * passes on that is no address at all does not count.
 */
export function callerAddress(request: FastifyRequest): string {
  return normalized(request.ip) ?? normalized(request.socket.remoteAddress ?? '') ?? ''
}

/** IPv4 written as IPv6 becomes IPv4, and the zone of a link-local address, which means nothing elsewhere, goes. */
function normalized(address: string): string | undefined {
  const zoneless = address.replace(/%.*$/, '')
  return isIP(zoneless) ? ipaddr.process(zoneless).toString() : undefined
}
