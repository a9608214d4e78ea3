import type { ThreeDsServer } from '#three-ds/server.ts'
import type { Gateway } from '../gateway.ts'

/** The 3-D Secure server. Without one no card may be charged, so a missing one is an operator's mistake, not a pass. */
export function threeDsServerOf(gateway: Gateway): ThreeDsServer {
  if (!gateway.threeDs) throw new Error(`No 3-D Secure server runs in realm ${gateway.settings.realm}.`)
  return gateway.threeDs
}
