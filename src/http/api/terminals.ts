import { notFound } from '#domain/problem.ts'
import type { Terminal } from '#domain/terminal.ts'
import { showTerminals } from '#flows/admin/terminals.ts'
import type { Gateway } from '#flows/gateway.ts'
import { showAccountsInOrder } from '#flows/terminals/accounts.ts'
import { changeOrigins, showOwnTerminal } from '#flows/terminals/index.ts'
import { simulatedOnly } from '#flows/terminals/simulated-only.ts'
import { OwnProviderAccountList } from '#interface/provider-account.ts'
import { OriginsBody, OwnTerminalRecord, TerminalParams } from '#interface/terminal.ts'
import { ListOf, ListQuery } from '#interface/types.ts'
import { mayUseTerminal, terminalsOf } from '../request/client-limits.ts'
import { answer, get, patch } from '../route.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'

function ownView(gateway: Gateway, terminal: Terminal & { readonly createdAt: Date }) {
  return OwnTerminalRecord.of({ ...terminal, simulatedOnly: simulatedOnly(gateway, terminal) })
}

const TERMINALS = { guard: 'merchant', tag: 'Terminals' } as const

export const listOwnTerminalsRoute = get('/api/terminals', {
  ...TERMINALS,
  permission: 'terminals.read',
  terminals: 'filtered',
  operation: 'listTerminals',
  summary: 'List your terminals',
  query: ListQuery,
  answers: { 200: ListOf(OwnTerminalRecord) },
  handle: async (gateway, { caller, query }) => {
    const terminalIds = terminalsOf(caller)
    const page = await showTerminals(gateway, caller.merchantId, positionOf(query), limitOf(query), terminalIds)
    return answer(listView(page, (terminal) => ownView(gateway, terminal)))
  },
})

export const showOwnTerminalRoute = get('/api/terminals/:id', {
  ...TERMINALS,
  permission: 'terminals.read',
  terminals: 'filtered',
  operation: 'showTerminal',
  summary: 'Show one of your terminals',
  params: TerminalParams,
  answers: { 200: OwnTerminalRecord },
  handle: async (gateway, { caller, params }) => {
    if (!mayUseTerminal(caller, params.id)) throw notFound('terminal')
    return answer(ownView(gateway, await showOwnTerminal(gateway, caller.merchantId, params.id)))
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
  answers: { 200: OwnTerminalRecord },
  handle: async (gateway, { caller, actor, params, body }) => {
    if (!mayUseTerminal(caller, params.id)) throw notFound('terminal')
    const changed = await changeOrigins(gateway, actor, caller.merchantId, params.id, body.allowed_origins)
    return answer(ownView(gateway, changed))
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
  shows: OwnProviderAccountList,
  handle: async (gateway, { caller }) => ({ items: await showAccountsInOrder(gateway, caller.merchantId) }),
})
