import { Secret } from '#domain/secret.ts'
import type { IssuedClient } from '#flows/clients/index.ts'
import { reachOfRole } from '#flows/clients/reach.ts'
import type { Gateway } from '#flows/gateway.ts'
import { onceCookie, readCookie, setCookie } from '#http/request/session-cookie.ts'
import type { PersonCaller } from '#identity/caller.ts'

/** Long enough for a redirect on a slow line. */
const SECONDS = 120

/**
 * Hands a secret from the form that made it to the page that shows it: sealed, bound to the session and to what it is,
 * in a cookie that the first response showing it deletes. A reload neither shows it again nor makes another one.
 */
export function stashSecret(
  { settings, vault, clock }: Gateway,
  caller: PersonCaller,
  what: string,
  secret: Secret<string>,
): Record<string, string> {
  const until = clock.now().getTime() + SECONDS * 1000
  const sealed = vault.seal(Buffer.from(`${until} ${secret.reveal()}`), contextOf(caller, what))
  return setCookie(onceCookie(settings.dashboardUrl), Buffer.from(sealed).toString('base64url'))
}

/** Secret for this page, if there is one, and the headers that delete it. */
export function takeSecret(
  { settings, vault, clock }: Gateway,
  caller: PersonCaller,
  what: string,
  cookies: string | undefined,
): { readonly secret: Secret<string> | undefined; readonly headers: Record<string, string> } {
  const place = onceCookie(settings.dashboardUrl)
  const value = readCookie(cookies, place)
  if (value === undefined) return { secret: undefined, headers: {} }
  const headers = setCookie(place, '')
  try {
    const opened = Buffer.from(vault.open(Buffer.from(value, 'base64url'), contextOf(caller, what))).toString()
    const [until, secret] = opened.split(' ', 2)
    return { secret: Number(until) > clock.now().getTime() ? new Secret(secret!) : undefined, headers }
  } catch {
    // Of another session, of another thing, or made up.
    return { secret: undefined, headers }
  }
}

/** Passes the secret of a client on to its page, if the user may do everything the client may. */
export function stashCredential(gateway: Gateway, caller: PersonCaller, { client, credential }: IssuedClient) {
  const secret = credential?.revealTo(reachOfRole(caller.role))
  return secret ? stashSecret(gateway, caller, credentialOf(client.id), secret) : {}
}

export const credentialOf = (clientId: string) => `client secret ${clientId}`

function contextOf({ sessionId }: PersonCaller, what: string): string {
  return `${what}, shown once to ${sessionId}`
}
