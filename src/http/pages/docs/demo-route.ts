import ipaddr from 'ipaddr.js'
import { notFound } from '#domain/problem.ts'
import type { Settings } from '#flows/gateway.ts'
import { gatewayOrigins } from '#identity/gateway-origins.ts'
import { post, type Route, type RouteContext } from '../../route.ts'

/** Credentials of the demo merchant in `uat` (docs/reference/running.md#the-demo-file). */
export interface DemoMerchant {
  /** Null where another identity provider has the clients. */
  readonly client_id: string | null
  readonly client_secret: string | null
  readonly email: string | null
  readonly password: string | null
  readonly terminal_id: string
}

/** Finds the demo merchant on the machine that runs the gateway. */
export type FindDemoMerchant = () => DemoMerchant | undefined

const LOOPBACK_NAME = /^(?:localhost|127\.[\d.]+|\[::1\])$/

/** Kinds of addresses by `DEMO_CALLERS`. A container sees its bridge's address instead of the caller's. */
const RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['loopback'],
  private: ['loopback', 'private', 'uniqueLocal'],
}

export function demoRoute(find: FindDemoMerchant): Route {
  return post('/docs/demo-merchant', {
    guard: 'open',
    ownPagesOnly: true,
    handle: async ({ settings }, context) => {
      const demo = isOnOwnMachine(settings, context) ? find() : undefined
      if (!demo?.client_id) throw notFound('demo merchant')
      const { client_id, client_secret, terminal_id } = demo
      return { status: 200, json: { client_id, client_secret, terminal_id } }
    },
  })
}

/** True for a browser on the gateway's own machine. The host is compared because a foreign name may point to this machine. */
export function isOnOwnMachine(
  { baseUrl, demoCallers }: Pick<Settings, 'baseUrl' | 'demoCallers'>,
  { ip, header }: Pick<RouteContext<'open', undefined, undefined, undefined>, 'ip' | 'header'>,
): boolean {
  const isKnown = gatewayOrigins(baseUrl).some((origin) => new URL(origin).host === header('host'))
  return isKnown && LOOPBACK_NAME.test(new URL(baseUrl).hostname) && isAmong(RANGES[demoCallers]!, ip)
}

function isAmong(ranges: readonly string[], ip: string): boolean {
  return ipaddr.isValid(ip) && ranges.includes(ipaddr.process(ip).range())
}
