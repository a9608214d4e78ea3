import type { FastifyRequest } from 'fastify'
import type { Gateway } from '#flows/gateway.ts'
import { calledOrigin } from '#identity/gateway-origins.ts'

/** Origin of the gateway in a request; the dashboard may have a host name of its own. */
export function requestOrigin({ settings }: Gateway, { url, headers }: FastifyRequest): string {
  return calledOrigin(url.startsWith('/dashboard') ? settings.dashboardUrl : settings.baseUrl, headers.host)
}
