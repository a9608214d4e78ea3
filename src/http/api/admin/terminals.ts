import { changeTerminal, createTerminal, showTerminal, showTerminals } from '#flows/admin/terminals.ts'
import { MerchantParams } from '#interface/merchant.ts'
import {
  TerminalBody,
  TerminalChangeBody,
  TerminalParams,
  TerminalRecord,
  terminalChangeOf,
} from '#interface/terminal.ts'
import { ListOf, ListQuery } from '#interface/types.ts'
import { answer, get, patch, post } from '../../route.ts'
import { limitOf, listView, positionOf } from '../common/paging.ts'

const ADMIN = { guard: 'operator', tag: 'Admin: terminals' } as const

export const createTerminalRoute = post('/admin/merchants/:id/terminals', {
  ...ADMIN,
  operation: 'adminCreateTerminal',
  summary: 'Create a terminal',
  params: MerchantParams,
  body: TerminalBody,
  answers: { 201: TerminalRecord },
  handle: async (gateway, { actor, params, body }) => {
    const wanted = { ...terminalChangeOf(body), name: body.name }
    return answer(TerminalRecord.of(await createTerminal(gateway, actor, params.id, wanted)), 201)
  },
})

export const listTerminalsRoute = get('/admin/merchants/:id/terminals', {
  ...ADMIN,
  operation: 'adminListTerminals',
  summary: 'List the terminals of a merchant',
  params: MerchantParams,
  query: ListQuery,
  answers: { 200: ListOf(TerminalRecord) },
  handle: async (gateway, { params, query }) => {
    const page = await showTerminals(gateway, params.id, positionOf(query), limitOf(query))
    return answer(listView(page, TerminalRecord.of))
  },
})

export const showTerminalRoute = get('/admin/terminals/:id', {
  ...ADMIN,
  operation: 'adminShowTerminal',
  summary: 'Show a terminal',
  params: TerminalParams,
  answers: { 200: TerminalRecord },
  handle: async (gateway, { params }) => answer(TerminalRecord.of(await showTerminal(gateway, params.id))),
})

export const changeTerminalRoute = patch('/admin/terminals/:id', {
  ...ADMIN,
  operation: 'adminChangeTerminal',
  summary: 'Update a terminal',
  params: TerminalParams,
  body: TerminalChangeBody,
  answers: { 200: TerminalRecord },
  handle: async (gateway, { actor, params, body }) =>
    answer(TerminalRecord.of(await changeTerminal(gateway, actor, params.id, terminalChangeOf(body)))),
})
