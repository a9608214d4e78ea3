import { problem } from '#domain/problem.ts'
import { isPersonalView, VIEW_FILTERS } from '#domain/saved-view.ts'
import { readViews, removeView, saveView } from '#flows/views.ts'
import { SavedViewBody, SavedViewList, SavedViewParams, SavedViewRecord } from '#interface/saved-view.ts'
import { maySeeCustomers } from '../request/client-limits.ts'
import { del, done, get, post } from '../route.ts'

const VIEWS = { guard: 'merchant', tag: 'Saved views' } as const

/** A server is no person: it uses shared views only. */
const NOBODY = null

export const listViewsRoute = get('/api/views', {
  ...VIEWS,
  permission: 'payments.read',
  operation: 'listViews',
  summary: 'List the shared views of the merchant',
  shows: SavedViewList,
  handle: async (gateway, { caller }) => {
    const views = await readViews(gateway, caller.merchantId, NOBODY)
    return { items: maySeeCustomers(caller) ? views : views.filter(({ filters }) => !isPersonalView(filters)) }
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
  creates: SavedViewRecord,
  handle: (gateway, { caller, body }) => saveView(gateway, caller.merchantId, NOBODY, { ...body, isShared: true }),
})

export const removeViewRoute = del('/api/views/:id', {
  ...VIEWS,
  permission: 'settings.manage',
  operation: 'deleteView',
  summary: 'Delete a view',
  params: SavedViewParams,
  handle: (gateway, { caller, params }) => done(removeView(gateway, caller.merchantId, NOBODY, params.id)),
})
