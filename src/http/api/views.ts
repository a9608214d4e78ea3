import { problem } from '#domain/problem.ts'
import { isPersonalView, VIEW_FILTERS } from '#domain/saved-view.ts'
import { readViews, removeView, saveView } from '#flows/views.ts'
import { SavedViewBody, SavedViewList, SavedViewParams, SavedViewRecord } from '#interface/saved-view.ts'
import { maySeeCustomers } from '../request/client-limits.ts'
import { answer, del, get, post } from '../route.ts'

const VIEWS = { guard: 'merchant', tag: 'Saved views' } as const

/** A server is no person: it uses shared views only. */
const NOBODY = null

export const listViewsRoute = get('/api/views', {
  ...VIEWS,
  permission: 'payments.read',
  operation: 'listViews',
  summary: 'List the shared views of the merchant',
  answers: { 200: SavedViewList },
  handle: async (gateway, { caller }) => {
    const views = await readViews(gateway, caller.merchantId, NOBODY)
    const visible = maySeeCustomers(caller) ? views : views.filter(({ filters }) => !isPersonalView(filters))
    return answer(SavedViewList.of({ items: visible }))
  },
})

export const createViewRoute = post('/api/views', {
  ...VIEWS,
  permission: 'settings.manage',
  operation: 'createView',
  summary: 'Save a shared view of the merchant',
  body: SavedViewBody,
  namesInBody: true,
  rules: ({ filters = {} }) =>
    Object.keys(filters)
      .filter((name) => !VIEW_FILTERS.includes(name))
      .map((name) => problem(`filters.${name}`, `Use ${VIEW_FILTERS.join(', ')}.`)),
  answers: { 201: SavedViewRecord },
  handle: async (gateway, { caller, body }) => {
    const saved = await saveView(gateway, caller.merchantId, NOBODY, { ...body, isShared: true })
    return answer(SavedViewRecord.of(saved), 201)
  },
})

export const removeViewRoute = del('/api/views/:id', {
  ...VIEWS,
  permission: 'settings.manage',
  operation: 'deleteView',
  summary: 'Delete a view',
  params: SavedViewParams,
  handle: async (gateway, { caller, params }) => {
    await removeView(gateway, caller.merchantId, NOBODY, params.id)
    return { status: 204 }
  },
})
