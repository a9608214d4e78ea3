import { showTerminals } from '#flows/admin/terminals.ts'
import { changeOrigins, showOwnTerminal } from '#flows/terminals/index.ts'
import { TerminalParams } from '../contract/admin.ts'
import { OriginsBody, OwnTerminalAnswer, OwnTerminalList, OwnTerminalListQuery } from '../contract/own-terminals.ts'
import { route } from '../route.ts'
import { ownTerminalView } from '../views/admin.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'

export const listOwnTerminalsRoute = route({
  method: 'GET',
  path: '/api/terminals',
  guard: 'merchant',
  tag: 'Terminals',
  operation: 'listTerminals',
  summary: 'List your terminals',
  query: OwnTerminalListQuery,
  answers: { 200: OwnTerminalList },
  handle: async (gateway, { caller, query }) => {
    const page = await showTerminals(gateway, caller.merchantId, positionOf(query), limitOf(query))
    return { status: 200, json: listView(page, ownTerminalView) }
  },
})

export const showOwnTerminalRoute = route({
  method: 'GET',
  path: '/api/terminals/:id',
  guard: 'merchant',
  tag: 'Terminals',
  operation: 'showTerminal',
  summary: 'Show one of your terminals',
  params: TerminalParams,
  answers: { 200: OwnTerminalAnswer },
  handle: async (gateway, { caller, params }) => {
    return { status: 200, json: ownTerminalView(await showOwnTerminal(gateway, caller.merchantId, params.id)) }
  },
})

export const changeOriginsRoute = route({
  method: 'PATCH',
  path: '/api/terminals/:id',
  guard: 'merchant',
  tag: 'Terminals',
  operation: 'changeTerminalOrigins',
  summary: 'Update the origins that may embed card fields',
  description: 'Exact origins, such as `https://shop.example`; null is any in UAT and none in production.',
  params: TerminalParams,
  body: OriginsBody,
  answers: { 200: OwnTerminalAnswer },
  handle: async (gateway, { caller, actor, params, body }) => {
    const changed = await changeOrigins(gateway, actor, caller.merchantId, params.id, body.allowed_origins)
    return { status: 200, json: ownTerminalView(changed) }
  },
})
