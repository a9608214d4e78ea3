import type { FastifyRequest } from 'fastify'
import { headerValue } from './headers.ts'

/**
 * Cookie of the dashboard. On https its name starts with `__Host-`, so browsers accept it from this host only, over
 * https. Not every browser accepts such a name over http.
 */
export interface CookiePlace {
  readonly name: string
  readonly attributes: string
}

/** Uses Lax: with Strict, links from mail and the return from an identity provider would arrive signed out. */
export function cookiePlace(baseUrl: string, name: string): CookiePlace {
  const isSecure = baseUrl.startsWith('https:')
  return {
    name: isSecure ? `__Host-${name}` : name,
    attributes: `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  }
}

export const sessionCookie = (baseUrl: string) => cookiePlace(baseUrl, 'tollgate')

/** Cookie that passes a sealed secret to the page that shows it. */
export const onceCookie = (baseUrl: string) => cookiePlace(baseUrl, 'tollgate-once')

export const schemeCookie = (baseUrl: string) => cookiePlace(baseUrl, 'tollgate-colors')

/** An empty value ends the cookie. @param seconds lifetime; without it until the browser is closed */
export function setCookie({ name, attributes }: CookiePlace, value: string, seconds?: number): Record<string, string> {
  const age = value === '' ? 0 : seconds
  return { 'set-cookie': `${name}=${value}; ${attributes}${age === undefined ? '' : `; Max-Age=${age}`}` }
}

/** Reads a cookie; the first if it was sent twice. */
export function readCookie(cookies: string | undefined, { name }: CookiePlace): string | undefined {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined
}

export function cookieOf(request: FastifyRequest, place: CookiePlace): string | undefined {
  return readCookie(headerValue(request, 'cookie'), place)
}
