import { invalid } from '#domain/problem.ts'
import { isPersonalView } from '#domain/saved-view.ts'
import { isStorable } from '#domain/storable-text.ts'
import type { Gateway } from '#flows/gateway.ts'
import { removeView, saveView } from '#flows/views.ts'
import { type Answer, type Route, route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { SavedViewParams } from '#interface/saved-view.ts'
import type { FieldProblem } from '../parts/form.ts'
import { requireMerchant, requireMerchantPerson } from '../shell/merchant-scope.ts'
import { listPage } from './list-routes.ts'
import { PAYMENTS_PATH, searchOf } from './payment-address.ts'
import { PaymentListQuery, RemoveViewForm, SaveViewForm } from './queries.ts'

/** Only what the list understands, so that a form cannot keep anything else. */
function filtersOf(search: string | undefined): PaymentListQuery {
  const known = Object.keys(PaymentListQuery.properties)
  const parts = [...new URLSearchParams(search ?? '')].filter(
    ([name, value]) => known.includes(name) && isStorable(value),
  )
  return Object.fromEntries(parts.map(([name, value]) => [name, value.slice(0, 255)]))
}

const saveRoute = route({
  method: 'POST',
  path: '/dashboard/views',
  guard: 'person',
  permission: 'payments.read',
  summary: 'Save the filters of the payment list as a view',
  body: SaveViewForm,
  again,
  handle: async (gateway, { caller, body }) => {
    const [filters, name] = [filtersOf(body.search), body.name?.trim() ?? '']
    if (name === '') throw invalid('name', 'Enter a name for the view.')
    const wanted = {
      name,
      filters: Object.fromEntries(new URLSearchParams(searchOf(filters))),
      isShared: body.shared === 'yes',
    }
    if (isPersonalView(filters) && !may(requireMerchantPerson(caller), 'payments.read-customer'))
      throw invalid('name', 'Remove the search text; your role cannot save a search.')
    await saveView(gateway, requireMerchant(caller), caller.personId, wanted)
    return { status: 303, location: `${PAYMENTS_PATH}${searchOf(filters)}` }
  },
})

const removeRoute = route({
  method: 'POST',
  path: '/dashboard/views/:id/remove',
  guard: 'person',
  permission: 'payments.read',
  summary: 'Delete a saved view',
  params: SavedViewParams,
  body: RemoveViewForm,
  again,
  handle: async (gateway, { caller, params, body }) => {
    await removeView(gateway, requireMerchant(caller), caller.personId, params.id)
    return { status: 303, location: `${PAYMENTS_PATH}${searchOf(filtersOf(body.search))}` }
  },
})

function again(
  gateway: Gateway,
  {
    caller,
    body,
  }: { readonly caller: PersonCaller; readonly body: { readonly name?: string; readonly search?: string } },
  problems: readonly FieldProblem[],
): Promise<Answer> {
  const message = problems.map((problem) => problem.message).join(' ')
  return listPage(gateway, requireMerchantPerson(caller), filtersOf(body.search), {
    name: body.name?.trim() ?? '',
    message,
  })
}

export const viewRoutes: readonly Route[] = [saveRoute, removeRoute]
