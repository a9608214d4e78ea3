/**
 * Origins of the dashboard: the gateway's, and for 127.0.0.1 also `localhost`, because browsers give passkeys to names only.
 * @param baseUrl the gateway's origin, which is the first
 */
export function dashboardOrigins(baseUrl: string): readonly string[] {
  const named = new URL(baseUrl)
  if (named.hostname !== '127.0.0.1') return [baseUrl]
  named.hostname = 'localhost'
  return [baseUrl, named.origin]
}

/** The origin of the dashboard that a request came to. @param host its `Host` */
export function dashboardOrigin(baseUrl: string, host: string | undefined): string {
  return dashboardOrigins(baseUrl).find((origin) => new URL(origin).host === host) ?? baseUrl
}
