import { Type } from 'typebox'
import { LONGEST_NAME } from '#domain/name-lengths.ts'
import { invalid } from '#domain/problem.ts'
import { isPersonalView } from '#domain/saved-view.ts'
import { isStorable } from '#domain/storable-text.ts'
import type { Gateway } from '#flows/gateway.ts'
import { removeView, saveView } from '#flows/views.ts'
import { type FieldProblem, post, type RouteContext } from '#http/route.ts'
import { may } from '#identity/caller.ts'
import { SavedViewParams } from '#interface/saved-view.ts'
import { QueryText } from '../shell/list-query.ts'
import { requireMerchant, type Texts } from '../shell/screen.ts'
import { payments } from './list.ts'
import { LIST_QUERY, searchOf } from './query.ts'
import { VIEWS_PATH } from './views.ts'

const FORM = { guard: 'person', permission: 'payments.read', again } as const

const Search = Type.Optional(Type.String({ maxLength: 4000, description: 'The query of the list that has the form.' }))

/** Only what the list understands, so that a form cannot keep anything else. */
function filtersOf(search: string | undefined): Texts {
  const parts = [...new URLSearchParams(search ?? '')].filter(
    ([name, value]) => LIST_QUERY.includes(name) && isStorable(value),
  )
  return Object.fromEntries(parts.map(([name, value]) => [name, value.slice(0, 255)]))
}

const saveRoute = post(VIEWS_PATH, {
  ...FORM,
  body: Type.Object({
    name: Type.Optional(Type.String({ maxLength: LONGEST_NAME.savedView })),
    shared: QueryText,
    search: Search,
  }),
  handle: async (gateway, { caller, body }) => {
    const [filters, name] = [filtersOf(body.search), body.name?.trim() ?? '']
    const merchantId = requireMerchant(caller)
    if (name === '') throw invalid('name', 'Enter a name for the view.')
    if (isPersonalView(filters) && !may(caller, 'payments.read-customer'))
      throw invalid('name', 'Remove the search text; your role cannot save a search.')
    const kept = Object.fromEntries(new URLSearchParams(searchOf(filters)))
    await saveView(gateway, merchantId, caller.personId, { name, filters: kept, isShared: body.shared === 'yes' })
    return { status: 303, location: `${payments.path}${searchOf(filters)}` }
  },
})

const removeRoute = post(`${VIEWS_PATH}/:id/remove`, {
  ...FORM,
  params: SavedViewParams,
  body: Type.Object({ search: Search }),
  handle: async (gateway, { caller, params, body }) => {
    await removeView(gateway, requireMerchant(caller), caller.personId, params.id)
    return { status: 303, location: `${payments.path}${searchOf(filtersOf(body.search))}` }
  },
})

/** Shows the list of the form with the rejected name. */
function again(
  gateway: Gateway,
  context: RouteContext<'person', unknown, unknown, { readonly search?: string }>,
  problems: readonly FieldProblem[],
) {
  const { body } = context
  return payments.show(gateway, { ...context, params: {}, query: filtersOf(body.search) }, { form: body, problems })
}

export const viewRoutes = [saveRoute, removeRoute]
