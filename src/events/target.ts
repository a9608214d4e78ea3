import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

export interface TargetPolicy {
  /** Only https on port 443 (production). */
  readonly httpsOnly: boolean
  /** Allows private, loopback and link-local addresses and this machine (`ALLOW_PRIVATE_WEBHOOKS`). */
  readonly allowPrivate: boolean
}

/** All IPv6 addresses routed on the Internet; others are old forms of IPv4 addresses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
/** Names of this machine by definition, regardless of a resolver (RFC 6761 section 6.3). */
const LOCALHOST = /(^|\.)localhost\.?$/
const LOOKUP_MS = 3000
const NOT_OUTSIDE = 'Use a URL that is reachable from the Internet.'

/** Policy of the settings (docs/reference/events.md#targets). */
export function targetPolicy(settings: { realm: 'uat' | 'production'; allowPrivateWebhooks: boolean }): TargetPolicy {
  return { httpsOnly: settings.realm === 'production', allowPrivate: settings.allowPrivateWebhooks }
}

export function mayReach(address: string, policy: TargetPolicy): boolean {
  return policy.allowPrivate || (isPublic(address) && !isOurs(address))
}

/** Reason why a URL cannot be called regardless of DNS, for the merchant; undefined if it can. */
export function problemWithUrl(url: URL, policy: TargetPolicy): string | undefined {
  if (policy.httpsOnly && url.protocol !== 'https:') return 'Use an https URL.'
  if (policy.httpsOnly && url.port !== '') return 'Use port 443; webhooks use no other port.'
  const host = hostOf(url)
  if (isIP(host) ? !mayReach(host, policy) : !policy.allowPrivate && LOCALHOST.test(host)) return NOT_OUTSIDE
  return undefined
}

/** Checks a resolved target. One that does not resolve is accepted: every connection checks its address again. */
export async function problemWithTarget(url: URL, policy: TargetPolicy): Promise<string | undefined> {
  const problem = problemWithUrl(url, policy)
  if (problem !== undefined || policy.allowPrivate) return problem
  const addresses = await addressesOf(hostOf(url))
  const reachable = addresses.length === 0 || addresses.some((address) => mayReach(address, policy))
  return reachable ? undefined : NOT_OUTSIDE
}

/** Host without the brackets of an IPv6 address. */
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
