import type { WebhookEndpoint } from '#flows/webhook-endpoints/index.ts'

/** Endpoints by their host, those that share one by host and path: id and name of each. */
export function endpointNames(endpoints: readonly WebhookEndpoint[]): readonly (readonly [id: string, name: string])[] {
  const urls = endpoints.map(({ id, url }) => ({ id, url: new URL(url) }))
  return urls.map(({ id, url }) => {
    const isAlone = urls.filter((other) => other.url.host === url.host).length === 1
    return [id, isAlone ? url.host : `${url.host}${url.pathname}`]
  })
}
