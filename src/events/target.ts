import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

export interface TargetPolicy {
  /** Only https on port 443 (production). */
  readonly httpsOnly: boolean
  /** Also to private, loopback and link-local addresses and to this machine (`ALLOW_PRIVATE_WEBHOOKS`). */
  readonly allowPrivate: boolean
}

/** All of IPv6 that is routed on the Internet; outside of it are old forms of IPv4 addresses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** Names that mean this machine by definition, whatever a resolver says (RFC 6761 section 6.3). */
const LOCALHOST = /(^|\.)localhost\.?$/
const LOOKUP_MS = 3000
const NOT_OUTSIDE = 'Use a URL that is reachable from the Internet.'

/** The policy the settings ask for (docs/reference/events.md#targets). */
export function targetPolicy(settings: { realm: 'uat' | 'production'; allowPrivateWebhooks: boolean }): TargetPolicy {
  return { httpsOnly: settings.realm === 'production', allowPrivate: settings.allowPrivateWebhooks }
}

export function mayReach(address: string, policy: TargetPolicy): boolean {
  return policy.allowPrivate || (isPublic(address) && !isOurs(address))
}

/** Why this URL cannot be called whatever its name resolves to, in words for the merchant; undefined where it can. */
export function problemWithUrl(url: URL, policy: TargetPolicy): string | undefined {
  if (policy.httpsOnly && url.protocol !== 'https:') return 'Use an https URL.'
  if (policy.httpsOnly && url.port !== '') return 'Use port 443; webhooks use no other port.'
  const host = hostOf(url)
  if (isIP(host) ? !mayReach(host, policy) : !policy.allowPrivate && LOCALHOST.test(host)) return NOT_OUTSIDE
  return undefined
}

/**
 * Checks a target with its name resolved. One that does not resolve at present is let through: only the connection itself
 * decides, and there every address is checked again.
 */
export async function problemWithTarget(url: URL, policy: TargetPolicy): Promise<string | undefined> {
  const problem = problemWithUrl(url, policy)
  if (problem !== undefined || policy.allowPrivate) return problem
  const addresses = await addressesOf(hostOf(url))
  const reachable = addresses.length === 0 || addresses.some((address) => mayReach(address, policy))
  return reachable ? undefined : NOT_OUTSIDE
}

/** A URL's host without the brackets of an IPv6 address. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

async function addressesOf(host: string): Promise<string[]> {
  const resolved = lookup(host, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  )
  const { promise: tooLate, resolve } = Promise.withResolvers<string[]>()
  const timer = setTimeout(resolve, LOOKUP_MS, [])
  return Promise.race([resolved, tooLate]).finally(() => clearTimeout(timer))
}

function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST)
}

function isOurs(address: string): boolean {
  return Object.values(networkInterfaces()).some((entries) => entries?.some((entry) => entry.address === address))
}
