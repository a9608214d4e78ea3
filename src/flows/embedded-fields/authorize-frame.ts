import type { Session } from '#domain/session.ts'
import { findTerminalConfig } from '#store/merchants/terminal-config.ts'
import type { Gateway } from '../gateway.ts'
import { authorizeBrowser, findLivePayment, showSession } from '../sessions/read-session.ts'
import { SessionError } from '../sessions/session-error.ts'

/** Page that requests card fields, by its own description. */
export interface FrameRequest {
  readonly clientKey: string
  readonly sessionId: string
  readonly environment: string
  readonly origin: string
  /** A bank's page belongs to a payment, which outlives its session; fields are for a new one. */
  readonly wants: 'fields' | 'challenge'
}

export interface FrameAccess {
  /** Exact origins that may frame the fields; null admits every one. */
  readonly origins: readonly string[] | null
  /** Reason against the fields, by its code (docs/reference/processing-codes.md#codes-of-the-embedded-fields). */
  readonly denial: { readonly code: string; readonly message: string } | null
  readonly session: Session | null
}

const REALMS: Readonly<Record<string, string>> = { test: 'uat', production: 'production' }

/** Decides whether a page may show the fields. A page may lie about its origin, but the browser enforces the returned ones. */
export async function authorizeFrame(gateway: Gateway, page: FrameRequest): Promise<FrameAccess> {
  try {
    const merchantId = await authorizeBrowser(gateway, page.clientKey, page.sessionId)
    if (REALMS[page.environment] !== gateway.settings.realm) {
      return refused('environment_mismatch', `This gateway does not serve the environment ${page.environment}.`)
    }
    const state = await showSession(gateway, merchantId, page.sessionId)
    const config = await findTerminalConfig(gateway.sql, merchantId, state.session.terminalId)
    const admission = admitOrigin(gateway, config?.terminal?.allowedOrigins ?? null, page.origin)
    if (!admission.denial && page.wants === 'fields') findLivePayment(state)
    return { ...admission, session: admission.denial ? null : state.session }
  } catch (error) {
    if (error instanceof SessionError) return refused(error.code, error.message)
    throw error
  }
}

/** Without a list, tests may come from anywhere, real cards from nowhere (docs/reference/embedded-fields.md#origins). */
function admitOrigin({ settings }: Gateway, listed: readonly string[] | null, origin: string) {
  const ours = new URL(settings.baseUrl).origin
  const origins = listed ?? (settings.realm === 'uat' ? null : [])
  if (origins === null || origin === ours || origins.includes(origin)) {
    return { origins: origins && [...origins, ours], denial: null }
  }
  return refused(
    'origin_not_allowed',
    `The origin ${origin} is not allowed; add it to the allowed origins of the terminal.`,
  )
}

function refused(code: string, message: string): FrameAccess {
  return { origins: null, denial: { code, message }, session: null }
}
