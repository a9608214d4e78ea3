import type { Settings } from '#flows/gateway.ts'
import type { Route } from '../route.ts'

export interface GatewayLink {
  readonly action: 'dashboard' | 'shop'
  readonly address: string
  readonly title: string
}

/** Dashboard and demo shop, where there are any. @param routes that this process serves */
export function gatewayLinks({ shopPort }: Settings, routes: readonly Route[]): GatewayLink[] {
  const links: GatewayLink[] = []
  if (routes.some(({ path }) => path === '/dashboard'))
    links.push({ action: 'dashboard', address: '/dashboard', title: 'Dashboard' })
  if (shopPort !== null) links.push({ action: 'shop', address: `http://localhost:${shopPort}`, title: 'Demo shop' })
  return links
}
