/** Other name of this machine. Browsers give passkeys to names only, so people use both. */
const OTHER_NAME: Readonly<Record<string, string>> = {
  '127.0.0.1': 'localhost',
  '[::1]': 'localhost',
  localhost: '127.0.0.1',
}

type Origins = readonly [string, ...string[]]

/** By the URLs of the settings: every request asks. */
const known = new Map<string, Origins>()

/** Origins of the gateway: that of its URL first, and on this machine the same port under the other name. */
export function gatewayOrigins(baseUrl: string): Origins {
  const origins = known.get(baseUrl) ?? originsOf(baseUrl)
  known.set(baseUrl, origins)
  return origins
}

function originsOf(baseUrl: string): Origins {
  const url = new URL(baseUrl)
  const { origin, hostname } = url
  const name = OTHER_NAME[hostname]
  if (name === undefined) return [origin]
  url.hostname = name
  return [origin, url.origin]
}

/** Origin of a request. @param host its `Host` */
export function calledOrigin(baseUrl: string, host: string | undefined): string {
  const origins = gatewayOrigins(baseUrl)
  return origins.find((origin) => origin.endsWith(`//${host}`)) ?? origins[0]
}
