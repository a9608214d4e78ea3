import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'
import { observeUnreadableAddress } from '../monitoring/metrics.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Caller's address, read while the connection was open; empty if it was closed before. */
    address: string
  }
}

const LOG_PAUSE_MS = 60_000
const SHOWN_CHARACTERS = 60

/** Reads each caller's address first (docs/operate/monitoring.md#callers-addresses); logs one unreadable entry a minute. */
export function rememberAddresses(app: FastifyInstance, trustedProxies: readonly string[], log: Logger): void {
  const isTrusted = trustProxySetting(trustedProxies)
  let loggedAt = Number.NEGATIVE_INFINITY
  app.decorateRequest('address', '')
  app.addHook('onRequest', async (request) => {
    request.address = walk(request, isTrusted, (entry, proxy) => {
      observeUnreadableAddress()
      if (performance.now() - loggedAt < LOG_PAUSE_MS) return
      loggedAt = performance.now()
      log.warn({ proxy, form: formOf(entry) }, 'unreadable entry in X-Forwarded-For')
    })
  })
}

/** Address of the caller: the last one in X-Forwarded-For that is not a trusted proxy, else the peer. */
export function callerAddress({ address }: FastifyRequest): string {
  return address
}

/** Follows trusted proxies; stops at one whose entry cannot be read. */
function walk(
  { raw }: FastifyRequest,
  isTrusted: (address: string) => boolean,
  unreadable: (entry: string, proxy: string) => void,
): string {
  let address = readAddress(raw.socket.remoteAddress ?? '') ?? ''
  if (!isTrusted(address)) return address
  const entries = String(raw.headers['x-forwarded-for'] ?? '').split(',')
  for (const entry of entries.map((text) => text.trim()).reverse()) {
    if (entry === '') continue
    const next = readAddress(entry)
    if (next === undefined) {
      unreadable(entry, address)
      return address
    }
    address = next
    if (!isTrusted(address)) return address
  }
  return address
}

/** An address with a port, an IPv6 address in brackets or both, perhaps quoted; the port is ignored. */
const DRESSED = /^"?(?:\[([^[\]]+)\]|([^[\]"]+?))(?::\d{1,5})?"?$/

/** An address, also in brackets or with a port; an IPv4-mapped one becomes IPv4, the zone of a link-local one is dropped. */
export function readAddress(entry: string): string | undefined {
  return normalized(entry) ?? undressed(entry)
}

function undressed(entry: string): string | undefined {
  const [, bracketed, bare] = DRESSED.exec(entry) ?? []
  return normalized(bracketed ?? bare ?? '')
}

function normalized(address: string): string | undefined {
  const zoneless = address.replace(/%.*$/, '')
  const version = isIP(zoneless)
  // A plain IPv4 address needs no parsing, which is the slowest step here.
  if (version === 4) return zoneless
  return version === 6 ? ipaddr.process(zoneless).toString() : undefined
}

function trustProxySetting(trustedProxies: readonly string[]): (address: string) => boolean {
  if (trustedProxies.length === 0) return () => false
  const list = new BlockList()
  for (const network of trustedProxies) {
    const [address, prefix] = networkOf(network)
    list.addSubnet(address.toString(), prefix, address.kind())
  }
  return (address) => address !== '' && list.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}

/** IPv4 networks may be written as IPv6, too. */
function networkOf(network: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (!network.includes('/')) {
    const address = ipaddr.process(network)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  }
  const [address, prefix] = ipaddr.parseCIDR(network)
  if (!(address instanceof ipaddr.IPv6) || !address.isIPv4MappedAddress()) return [address, prefix]
  return [address.toIPv4Address(), Math.max(0, prefix - 96)]
}

/** Form of an entry without its content, because it may still contain an address. */
function formOf(entry: string): string {
  return entry.slice(0, SHOWN_CHARACTERS).replace(/\d/g, '9').replace(/\p{L}/gu, 'a')
}
