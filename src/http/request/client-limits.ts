import { keptName } from '#domain/kept-text.ts'
import { type Problem, problem, RequestError } from '#domain/problem.ts'
import type { Caller, MerchantCaller, PersonCaller } from '#identity/caller.ts'
import type { Permission } from '#identity/permissions.ts'
import type { Route } from '../route.ts'

/** Checks the route, before the body is read (docs/reference/clients.md#limits). @throws RequestError `not-permitted` */
export function checkClientLimits({ permission, terminals }: Route, { limits }: MerchantCaller): void {
  if (!limits) return
  if (permission !== undefined && permission !== 'own') requirePermission({ limits }, permission)
  if (limits.terminalIds && terminals === undefined) {
    throw notPermitted('', 'This client is limited to terminals; use one that is not.')
  }
}

/** Checks the terminal and type that body or query name. @throws RequestError `not-permitted` */
export function checkNamedLimits(
  route: Route,
  caller: Caller | PersonCaller | null,
  body: unknown,
  query: unknown,
): void {
  if (caller?.scope !== 'merchant' || !caller.limits) return
  const { transaction_type: type, terminal_id: inBody } = Object(body) as Named
  const { permissionByType = {} } = route
  if (typeof type === 'string' && Object.hasOwn(permissionByType, type)) {
    requirePermission(caller, permissionByType[type]!)
  }
  if (route.terminals === 'named') requireTerminal(caller, inBody ?? (Object(query) as Named).terminal_id)
}

interface Named {
  readonly transaction_type?: unknown
  readonly terminal_id?: unknown
}

/** @throws RequestError `not-permitted` */
export function requirePermission({ limits }: Pick<MerchantCaller, 'limits'>, permission: Permission): void {
  if (clientMay({ limits }, permission)) return
  throw notPermitted('', `This client lacks the permission ${permission}.`, permission)
}

/** Rejects calls without a terminal, because they are about all terminals. */
function requireTerminal(caller: MerchantCaller, terminalId: unknown): void {
  if (!caller.limits?.terminalIds) return
  if (typeof terminalId !== 'string') {
    throw notPermitted('terminal_id', 'This client is limited to terminals; name one.')
  }
  if (mayUseTerminal(caller, terminalId)) return
  const named = keptName(terminalId.slice(0, SHOWN_CHARACTERS))
  throw notPermitted('terminal_id', 'This client may not use this terminal.', named)
}

const SHOWN_CHARACTERS = 255

export function mayUseTerminal({ limits }: MerchantCaller, terminalId: string): boolean {
  return limits?.terminalIds?.includes(terminalId) ?? true
}

/** Terminals that the caller is limited to; undefined without a limit. */
export function terminalsOf({ limits }: MerchantCaller): readonly string[] | undefined {
  return limits?.terminalIds ?? undefined
}

export function clientMay({ limits }: Pick<MerchantCaller, 'limits'>, permission: Permission): boolean {
  return limits?.permissions.includes(permission) ?? true
}

export function maySeeCustomers(caller: MerchantCaller): boolean {
  return clientMay(caller, 'payments.read-customer')
}

/** For searches by customer. @throws RequestError `not-permitted` */
export function requireCustomers(caller: MerchantCaller): void {
  requirePermission(caller, 'payments.read-customer')
}

/** Stored customers and cards belong to the merchant, not to a terminal. @throws RequestError `not-permitted` */
export function requireNoStored({ limits }: MerchantCaller, named: Readonly<Record<string, unknown>>): void {
  const fields = Object.keys(named).filter((field) => named[field])
  if (!limits?.terminalIds || fields.length === 0) return
  const message = 'This client is limited to terminals and may not use stored customers or cards.'
  throw new RequestError(
    'not-permitted',
    fields.map((property): Problem => problem(property, message)),
  )
}

function notPermitted(property: string, message: string, ...params: string[]): RequestError {
  return new RequestError('not-permitted', [{ property, message, params }])
}
