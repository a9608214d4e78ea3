import { Type } from 'typebox'
import { isPersonalView, VIEW_FILTERS } from '#domain/saved-view.ts'
import { readViews, removeView, type SavedView, saveView } from '#flows/views.ts'
import { Instant } from '#interface/types.ts'
import { maySeeCustomers } from '../request/client-limits.ts'
import { answer, del, get, post } from '../route.ts'

const Filters = Type.Unsafe<Readonly<Record<string, string>>>({
  type: 'object',
  maxProperties: 30,
  propertyNames: { maxLength: 40 },
  additionalProperties: { type: 'string', maxLength: 255 },
  description: `Parameters of \`/dashboard/transactions\`: ${VIEW_FILTERS.join(', ')}.`,
})

const SavedViewBody = Type.Object({ name: Type.String({ minLength: 1, maxLength: 80 }), filters: Filters })

const SavedViewRecord = Type.Object({
  id: Type.String(),
  name: Type.String(),
  filters: Filters,
  shared: Type.Boolean({ description: 'True if the view is shared with the merchant team.' }),
  created_at: Instant,
})

const SavedViews = Type.Object({ items: Type.Array(SavedViewRecord) })

export const SavedViewParams = Type.Object({ id: Type.String() })

const VIEWS = { guard: 'merchant', tag: 'Saved views' } as const

/** A server is no person: it uses shared views only. */
const NOBODY = null

export const listViewsRoute = get('/api/views', {
  ...VIEWS,
  permission: 'payments.read',
  operation: 'listViews',
  summary: 'List the shared views of the merchant',
  answers: { 200: SavedViews },
  handle: async (gateway, { caller }) => {
    const views = await readViews(gateway, caller.merchantId, NOBODY)
    const visible = maySeeCustomers(caller) ? views : views.filter(({ filters }) => !isPersonalView(filters))
    return answer({ items: visible.map(viewView) })
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
      .map((name) => ({ property: `filters.${name}`, message: `Use ${VIEW_FILTERS.join(', ')}.`, params: [] })),
  answers: { 201: SavedViewRecord },
  handle: async (gateway, { caller, body }) => {
    const saved = await saveView(gateway, caller.merchantId, NOBODY, { ...body, isShared: true })
    return answer(viewView(saved), 201)
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

function viewView({ id, name, filters, isShared, createdAt }: SavedView) {
  return { id, name, filters, shared: isShared, created_at: createdAt.toISOString() }
}
