import { Type } from 'typebox'
import { notFound } from '#domain/problem.ts'
import { showTerminals } from '#flows/admin/terminals.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { AccountInOrder } from '#flows/terminals/accounts.ts'
import { showAccountsInOrder } from '#flows/terminals/accounts.ts'
import { changeOrigins, showOwnTerminal } from '#flows/terminals/index.ts'
import { simulatedOnly } from '#flows/terminals/simulated-only.ts'
import { Instant, ListOf, ListQuery } from '#interface/types.ts'
import type { TerminalRecord } from '#store/merchants/terminals.ts'
import { mayUseTerminal, terminalsOf } from '../request/client-limits.ts'
import { answer, get, patch } from '../route.ts'
import { CircuitAnswer, circuitView, providerAccountView } from './admin/provider-accounts.ts'
import { AllowedOrigins, TerminalAnswer, TerminalParams, terminalView } from './admin/terminals.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'

/** Terminal for its merchant, without the data for acquirers and issuers. */
function ownTerminalView(gateway: Gateway, terminal: TerminalRecord) {
  const { merchant_id: _, three_ds: __, ...shown } = terminalView(terminal)
  return { ...shown, simulated_only: simulatedOnly(gateway, terminal) }
}

function ownAccountView({ account, circuit }: AccountInOrder) {
  const { provider_account_id, provider, name, status, created_at } = providerAccountView(account)
  return { provider_account_id, provider, name, status, circuit: circuitView(circuit), created_at }
}

const { merchant_id: _, three_ds: __, ...shown } = TerminalAnswer.properties

const OwnTerminalAnswer = Type.Object(
  { ...shown, simulated_only: Type.Array(Type.String(), { description: 'Methods that no real provider supports.' }) },
  { title: 'Own terminal', description: 'In its lists, null means all.' },
)

const OwnTerminalList = ListOf(OwnTerminalAnswer)
export const OriginsBody = Type.Object({ allowed_origins: AllowedOrigins })

/** Provider account for its merchant, without settings and credentials. */
const OwnProviderAccountList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          provider_account_id: Type.String(),
          provider: Type.String(),
          name: Type.String(),
          status: Type.Enum(['ACTIVE', 'INACTIVE']),
          circuit: CircuitAnswer,
          created_at: Instant,
        },
        { title: 'Own provider account' },
      ),
    ),
  },
  { title: 'Own provider accounts' },
)

const TERMINALS = { guard: 'merchant', tag: 'Terminals' } as const

export const listOwnTerminalsRoute = get('/api/terminals', {
  ...TERMINALS,
  permission: 'terminals.read',
  terminals: 'filtered',
  operation: 'listTerminals',
  summary: 'List your terminals',
  query: ListQuery,
  answers: { 200: OwnTerminalList },
  handle: async (gateway, { caller, query }) => {
    const terminalIds = terminalsOf(caller)
    const page = await showTerminals(gateway, caller.merchantId, positionOf(query), limitOf(query), terminalIds)
    return answer(listView(page, (terminal) => ownTerminalView(gateway, terminal)))
  },
})

export const showOwnTerminalRoute = get('/api/terminals/:id', {
  ...TERMINALS,
  permission: 'terminals.read',
  terminals: 'filtered',
  operation: 'showTerminal',
  summary: 'Show one of your terminals',
  params: TerminalParams,
  answers: { 200: OwnTerminalAnswer },
  handle: async (gateway, { caller, params }) => {
    if (!mayUseTerminal(caller, params.id)) throw notFound('terminal')
    return answer(ownTerminalView(gateway, await showOwnTerminal(gateway, caller.merchantId, params.id)))
  },
})

export const changeOriginsRoute = patch('/api/terminals/:id', {
  ...TERMINALS,
  permission: 'terminals.origins',
  terminals: 'filtered',
  operation: 'changeTerminalOrigins',
  summary: 'Update the origins that may embed card fields',
  description: 'Exact origins, such as `https://shop.example`; null is any in UAT and none in production.',
  params: TerminalParams,
  body: OriginsBody,
  answers: { 200: OwnTerminalAnswer },
  handle: async (gateway, { caller, actor, params, body }) => {
    if (!mayUseTerminal(caller, params.id)) throw notFound('terminal')
    const changed = await changeOrigins(gateway, actor, caller.merchantId, params.id, body.allowed_origins)
    return answer(ownTerminalView(gateway, changed))
  },
})

export const listOwnProviderAccountsRoute = get('/api/provider-accounts', {
  ...TERMINALS,
  permission: 'providers.read',
  operation: 'listProviderAccounts',
  summary: 'List your provider accounts in routing order',
  description:
    'In the order in which they are tried where a terminal names none, the oldest first. A circuit that is open keeps ' +
    'payments away from an account that does not answer.',
  answers: { 200: OwnProviderAccountList },
  handle: async (gateway, { caller }) => {
    const accounts = await showAccountsInOrder(gateway, caller.merchantId)
    return answer({ items: accounts.map(ownAccountView) })
  },
})
