import type { FastifyRequest } from 'fastify'
import { headerValue } from './headers.ts'

/**
 * A cookie of the dashboard. On https its name starts with `__Host-`, so that browsers take it from nobody but this
 * host, over https; not every browser takes such a name from http.
 */
export interface CookiePlace {
  readonly name: string
  readonly attributes: string
}

/** Lax: with Strict links from mail and the way back from an identity provider would arrive signed out. */
export function cookiePlace(baseUrl: string, name: string): CookiePlace {
  const isSecure = baseUrl.startsWith('https:')
  return {
    name: isSecure ? `__Host-${name}` : name,
    attributes: `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  }
}

export const sessionCookie = (baseUrl: string) => cookiePlace(baseUrl, 'tollgate')

/** The cookie that hands a sealed secret on to the page that shows it. */
export const onceCookie = (baseUrl: string) => cookiePlace(baseUrl, 'tollgate-once')

export const schemeCookie = (baseUrl: string) => cookiePlace(baseUrl, 'tollgate-colors')

/** An empty value ends the cookie. @param seconds lifetime; without it until the browser is closed */
export function setCookie({ name, attributes }: CookiePlace, value: string, seconds?: number): Record<string, string> {
  const age = value === '' ? 0 : seconds
  return { 'set-cookie': `${name}=${value}; ${attributes}${age === undefined ? '' : `; Max-Age=${age}`}` }
}

/** The first where a cookie was sent twice. */
export function readCookie(cookies: string | undefined, { name }: CookiePlace): string | undefined {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined
}

export function cookieOf(request: FastifyRequest, place: CookiePlace): string | undefined {
  return readCookie(headerValue(request, 'cookie'), place)
}
