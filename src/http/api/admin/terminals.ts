import { changeTerminal, createTerminal, showTerminal, showTerminals } from '#flows/admin/terminals.ts'
import { MerchantParams } from '#interface/merchant.ts'
import {
  TerminalBody,
  TerminalChangeBody,
  TerminalParams,
  TerminalRecord,
  terminalChangeOf,
} from '#interface/terminal.ts'
import { ListQuery } from '#interface/types.ts'
import { get, patch, post } from '../../route.ts'
import { limitOf, positionOf } from '../common/paging.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: terminals' } as const

export const createTerminalRoute = post('/admin/merchants/:id/terminals', {
  ...ADMIN,
  operation: 'adminCreateTerminal',
  summary: 'Create a terminal',
  params: MerchantParams,
  body: TerminalBody,
  creates: TerminalRecord,
  handle: (gateway, { actor, params, body }) =>
    createTerminal(gateway, actor, params.id, { ...terminalChangeOf(body), name: body.name }),
})

export const listTerminalsRoute = get('/admin/merchants/:id/terminals', {
  ...ADMIN,
  operation: 'adminListTerminals',
  summary: 'List the terminals of a merchant',
  params: MerchantParams,
  query: ListQuery,
  lists: TerminalRecord,
  handle: (gateway, { params, query }) => showTerminals(gateway, params.id, positionOf(query), limitOf(query)),
})

export const showTerminalRoute = get('/admin/terminals/:id', {
  ...ADMIN,
  operation: 'adminShowTerminal',
  summary: 'Show a terminal',
  params: TerminalParams,
  shows: TerminalRecord,
  handle: (gateway, { params }) => showTerminal(gateway, params.id),
})

export const changeTerminalRoute = patch('/admin/terminals/:id', {
  ...ADMIN,
  operation: 'adminChangeTerminal',
  summary: 'Update a terminal',
  params: TerminalParams,
  body: TerminalChangeBody,
  shows: TerminalRecord,
  handle: (gateway, { actor, params, body }) => changeTerminal(gateway, actor, params.id, terminalChangeOf(body)),
})
