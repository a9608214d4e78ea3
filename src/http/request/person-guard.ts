import type { FastifyRequest } from 'fastify'
import { cardNumberProblems } from '#domain/kept-text.ts'
import { refuseMoved } from '#domain/merchant-move.ts'
import type { Problem } from '#domain/problem.ts'
import { auditPlatformView } from '#flows/dashboard/choose-merchant.ts'
import type { Gateway } from '#flows/gateway.ts'
import { forbidden } from '#html/state-page.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { findPersonCaller, isCsrfToken } from '#identity/people/dashboard-sessions.ts'
import { savePendingForm } from '#identity/people/pending-form.ts'
import { grantFor } from '#identity/permissions.ts'
import { stateAnswer } from '../response/state-answer.ts'
import type { Route } from '../route.ts'
import { callerAddress } from './caller-address.ts'
import { EarlyAnswer } from './early-answer.ts'
import { headerValue } from './headers.ts'
import type { ReceivedBody } from './received-body.ts'
import { requestOrigin } from './request-origin.ts'
import { cookieOf, schemeCookie, sessionCookie } from './session-cookie.ts'

/**
 * Authenticates a person and checks the permission. GET requires its step-up here; `verifyForm` requires it for a form,
 * after the form is read.
 * @throws EarlyAnswer to the sign-in, to the page that names the missing permission, or to the step-up; RequestError as
 * `refuseMoved`
 */
export async function authenticatePerson(gateway: Gateway, route: Route, request: FastifyRequest): Promise<void> {
  const caller = await findPerson(gateway, request)
  if (!caller) throw new EarlyAnswer({ status: 303, location: signInAddress(route, request) })
  request.caller = caller
  if (owesFactor(gateway.settings.dashboardMfa, route, caller))
    throw new EarlyAnswer({ status: 303, location: '/dashboard/account' })
  const { permission } = route
  if (permission !== 'own' && (!permission || grantFor(caller.role, permission) === 'no')) {
    throw new EarlyAnswer(stateAnswer(request, 403, forbidden({ permission, role: caller.role })))
  }
  if (route.method === 'GET' && needsProof(route, caller)) {
    throw stepUpTo(request.url)
  }
  if (caller.merchantId !== null && isAboutMerchant(route)) refuseMoved(gateway.moves.of(caller.merchantId))
  await noteForeignView(gateway, route, request, caller)
}

/** Undefined without a sign-in. */
export async function findPerson(gateway: Gateway, request: FastifyRequest): Promise<PersonCaller | undefined> {
  const { settings, sql } = gateway
  const token = cookieOf(request, sessionCookie(settings.dashboardUrl))
  const isActive = headerValue(request, REFRESH_HEADER) === undefined
  const caller = token && (await findPersonCaller(sql, token, settings, isActive))
  if (!caller) return undefined
  const colorScheme = colorSchemeOf(cookieOf(request, schemeCookie(settings.dashboardUrl)))
  return { ...caller, colorScheme, address: request.method === 'GET' ? request.url : '/dashboard' }
}

function stepUpTo(url: string): EarlyAnswer {
  return new EarlyAnswer({ status: 303, location: `/dashboard/step-up?back=${encodeURIComponent(url)}` })
}

/** Token of a form whose body is a file. */
const CSRF_HEADER = 'x-tollgate-csrf'

/** Sent by a page that checks for a newer version of itself. */
const REFRESH_HEADER = 'x-tollgate-refresh'

function colorSchemeOf(chosen: string | undefined): PersonCaller['colorScheme'] {
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined
}

/** Logs views by operators in the audit log of the merchant. */
async function noteForeignView(gateway: Gateway, route: Route, request: FastifyRequest, caller: PersonCaller) {
  const { isPlatform, merchantId } = caller
  if (route.method !== 'GET' || !isPlatform || merchantId === null || !isAboutMerchant(route)) return
  const actor = { kind: 'person', id: caller.personId, ip: callerAddress(request), requestId: request.id } as const
  await auditPlatformView(gateway, actor, merchantId, request.url.split('?', 1)[0]!)
}

/** True if the page shows data of a merchant, not of the gateway or of the person only. */
function isAboutMerchant({ permission, path }: Route): boolean {
  if (permission === 'own') return OWN_PAGES_OF_MERCHANT.includes(path)
  return permission !== 'platform.read' && permission !== 'merchants.manage'
}

const OWN_PAGES_OF_MERCHANT: readonly string[] = ['/dashboard', '/dashboard/settings']

/** True if the person must set up a second factor first, because all users need one. */
function owesFactor(mfa: 'required' | 'optional', { path }: Route, { methods }: PersonCaller): boolean {
  return mfa === 'required' && !methods.includes('mfa') && !FOR_EVERYBODY.test(path)
}

const FOR_EVERYBODY = /^\/dashboard\/(?:account|step-up|sign-out|stay)\b/

/** Path after the sign-in. A form leads to the dashboard, because its path may have no page. */
function signInAddress({ method }: Route, { url }: FastifyRequest): string {
  return `/dashboard/sign-in?back=${encodeURIComponent(method === 'GET' ? url : '/dashboard')}`
}

function needsProof({ permission, stepUp = false }: Route, { role, hasFreshProof }: PersonCaller): boolean {
  if (hasFreshProof || permission === undefined) return false
  return stepUp || (permission !== 'own' && grantFor(role, permission) === 'step-up')
}

/** @returns the form without its token @throws EarlyAnswer if it is cross-site, or requires a step-up first */
export async function verifyForm(
  gateway: Gateway,
  route: Route,
  request: FastifyRequest,
  body: ReceivedBody | undefined,
): Promise<ReceivedBody | undefined> {
  const caller = request.caller
  if (caller?.scope !== 'person' || route.method === 'GET') return body
  const { csrf = headerValue(request, CSRF_HEADER), ...value } = (body?.value ?? {}) as Record<string, string>
  if (!isSameOrigin(gateway, request) || !isCsrfToken(caller, csrf)) throw crossSiteForm(request)
  if (needsProof(route, caller)) {
    if (body?.stream) throw stepUpTo(request.url)
    const token = cookieOf(request, sessionCookie(gateway.settings.dashboardUrl))!
    await savePendingForm(gateway.sql, caller.sessionId, token, { action: request.url, fields: value })
    throw new EarlyAnswer({ status: 303, location: '/dashboard/step-up' })
  }
  return body && { ...body, value }
}

/** Fields that are not free text: secrets, which are sealed, and settings of accounts and rules, which their flows check. */
const NO_FREE_TEXT = /password|^code$|^answer$|^credentials\.|^settings$|_id$|^logo$|^csv$|^draft$|^when\d+\.value$/

const LONGEST_TYPED = 60_000

/** Finds fields that are too long, or hold a card number (docs/reference/card-data.md#card-numbers-in-text). */
export function typedCardNumbers(form: unknown): Problem[] {
  return Object.entries(Object(form) as Record<string, string>)
    .filter(([name]) => !NO_FREE_TEXT.test(name))
    .flatMap(([name, text]) => (text.length > LONGEST_TYPED ? [tooLong(name)] : cardNumberProblems(name, text)))
}

function tooLong(property: string): Problem {
  return { property, message: `Use at most ${LONGEST_TYPED} characters.`, params: [String(LONGEST_TYPED)] }
}

/** Answer to a form of another site, or of an earlier sign-in. */
export function crossSiteForm(request: FastifyRequest): EarlyAnswer {
  return new EarlyAnswer(stateAnswer(request, 403, forbidden({})))
}

/** Compares the site of Fetch Metadata, or the origin of older browsers, with ours. */
export function isSameOrigin(gateway: Gateway, request: FastifyRequest): boolean {
  const site = headerValue(request, 'sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  return headerValue(request, 'origin') === requestOrigin(gateway, request)
}
