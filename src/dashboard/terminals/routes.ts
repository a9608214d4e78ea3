import { Type } from 'typebox'
import { changeTerminal, createTerminal, showTerminals } from '#flows/admin/terminals.ts'
import type { Gateway } from '#flows/gateway.ts'
import { showAccountsInOrder } from '#flows/terminals/accounts.ts'
import { changeOrigins, showOwnTerminal } from '#flows/terminals/index.ts'
import { simulatedOnly } from '#flows/terminals/simulated-only.ts'
import { ChangeTerminalBody, CreateTerminalBody, TerminalParams } from '#http/api/admin/terminals.ts'
import { positionOf } from '#http/api/common/paging.ts'
import { OriginsBody } from '#http/api/terminals.ts'
import { type Answer, route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import type { FieldProblem } from '../parts/form.ts'
import { validated } from '../shell/form-action.ts'
import { DASHBOARD_PAGE_SIZE, pageLinks, QueryText } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { terminalsPage } from './list-page.ts'
import { terminalPage } from './page.ts'

const PATH = '/dashboard/terminals'
const LINES = Type.Optional(Type.String({ maxLength: 20_000 }))

const READ = { method: 'GET', guard: 'person', permission: 'terminals.read' } as const
const MANAGE = { method: 'POST', guard: 'person', permission: 'terminals.manage' } as const

const saved = (id: string) => ({ status: 303 as const, location: `${PATH}/${encodeURIComponent(id)}?done=saved` })

async function listView(gateway: Gateway, caller: PersonCaller, query: { readonly cursor?: string }) {
  const { items, next } = await showTerminals(gateway, requireMerchant(caller), positionOf(query), DASHBOARD_PAGE_SIZE)
  return { terminals: items, beside: pageLinks(PATH, query, next) }
}

async function oneView(gateway: Gateway, caller: PersonCaller, id: string) {
  const merchantId = requireMerchant(caller)
  const terminal = await showOwnTerminal(gateway, merchantId, id)
  const order = terminal.providerAccounts
  const accounts = may(caller, 'providers.read') ? await showAccountsInOrder(gateway, merchantId, order) : []
  return { terminal, accounts, simulated: simulatedOnly(gateway, terminal) }
}

const terminalsRoute = route({
  ...READ,
  path: PATH,
  summary: 'Terminals',
  query: Type.Object({ cursor: QueryText }),
  handle: async (gateway, { caller, query }) => terminalsPage(caller, await listView(gateway, caller, query)),
})

const createRoute = route({
  ...MANAGE,
  path: PATH,
  summary: 'Create a terminal',
  body: Type.Object({ name: QueryText, currencies: QueryText }),
  again: async (gateway, { caller, body: { name = '', currencies = '' } }, problems) =>
    terminalsPage(caller, { ...(await listView(gateway, caller, {})), typed: { name, currencies }, problems }),
  handle: async (gateway, { caller, actor, body }) => {
    const asked = { name: body.name?.trim() ?? '', currencies: listOf(body.currencies) }
    const { name, currencies = null } = validated(gateway, CreateTerminalBody, asked)
    const { terminalId } = await createTerminal(gateway, actor, requireMerchant(caller), { name, currencies })
    return saved(terminalId)
  },
})

const terminalRoute = route({
  ...READ,
  path: `${PATH}/:id`,
  summary: 'A terminal',
  params: TerminalParams,
  query: Type.Object({ done: QueryText }),
  handle: async (gateway, { caller, params: { id }, query }) => {
    const done = query.done === 'saved' ? 'Saved. Applies to all new requests.' : undefined
    return terminalPage(caller, { ...(await oneView(gateway, caller, id)), done })
  },
})

const originsRoute = route({
  method: 'POST',
  path: `${PATH}/:id/origins`,
  guard: 'person',
  permission: 'terminals.origins',
  summary: 'Change the allowed origins of a terminal',
  params: TerminalParams,
  body: Type.Object({ allowed_origins: LINES }),
  again,
  handle: async (gateway, { caller, actor, params: { id }, body }) => {
    const { allowed_origins: origins } = validated(gateway, OriginsBody, {
      allowed_origins: listOf(body.allowed_origins),
    })
    await changeOrigins(gateway, actor, requireMerchant(caller), id, origins)
    return saved(id)
  },
})

const routingRoute = route({
  ...MANAGE,
  path: `${PATH}/:id/routing`,
  summary: 'Change the routing of a terminal',
  params: TerminalParams,
  body: Type.Object({ provider_accounts: LINES }),
  again,
  handle: async (gateway, { caller, actor, params: { id }, body }) => {
    await showOwnTerminal(gateway, requireMerchant(caller), id)
    const wanted = { provider_accounts: listOf(body.provider_accounts) }
    const { provider_accounts: providerAccounts } = validated(gateway, ChangeTerminalBody, wanted)
    await changeTerminal(gateway, actor, id, { providerAccounts })
    return saved(id)
  },
})

const switchRoutes = (['deactivate', 'activate'] as const).map((does) =>
  route({
    ...MANAGE,
    path: `${PATH}/:id/${does}`,
    summary: `${does === 'deactivate' ? 'Deactivate' : 'Activate'} a terminal`,
    params: TerminalParams,
    handle: async (gateway, { caller, actor, params: { id } }) => {
      await showOwnTerminal(gateway, requireMerchant(caller), id)
      await changeTerminal(gateway, actor, id, { status: does === 'activate' ? 'ACTIVE' : 'INACTIVE' })
      return saved(id)
    },
  }),
)

async function again(
  gateway: Gateway,
  { caller, params: { id }, body: typed }: Typed,
  problems: readonly FieldProblem[],
): Promise<Answer> {
  return terminalPage(caller, { ...(await oneView(gateway, caller, id)), typed, problems })
}

interface Typed {
  readonly caller: PersonCaller
  readonly params: { readonly id: string }
  readonly body: { readonly allowed_origins?: string; readonly provider_accounts?: string }
}

/** What stands between lines, blanks and commas; nothing is null, which means everything or nothing said. */
function listOf(text: string | undefined): string[] | null {
  const items = (text ?? '').split(/[\s,]+/).filter(Boolean)
  return items.length === 0 ? null : items
}

export const terminalRoutes = [terminalsRoute, createRoute, terminalRoute, originsRoute, routingRoute, ...switchRoutes]
