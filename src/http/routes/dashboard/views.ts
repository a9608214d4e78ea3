import { RequestError } from '#domain/problem.ts'
import { removeView, saveView } from '#flows/views/index.ts'
import { PaymentListQuery, RemoveViewForm, SaveViewForm } from '../../contract/dashboard/transactions.ts'
import { SavedViewParams } from '../../contract/views.ts'
import { PAYMENTS_PATH, searchOf } from '../../pages/dashboard/payment-address.ts'
import { type Route, route } from '../../route.ts'
import { merchantOf } from './of-merchant.ts'
import { listPage } from './transactions.ts'

/** Only what the list understands, so that a form cannot keep anything else. */
function filtersOf(search: string | undefined): PaymentListQuery {
  const known = Object.keys(PaymentListQuery.properties)
  const parts = [...new URLSearchParams(search ?? '')].filter(([name]) => known.includes(name))
  return Object.fromEntries(parts.map(([name, value]) => [name, value.slice(0, 255)]))
}

const saveRoute = route({
  method: 'POST',
  path: '/dashboard/views',
  guard: 'person',
  permission: 'payments.read',
  summary: 'Keep the filters of the list of payments under a name',
  body: SaveViewForm,
  handle: async (gateway, { caller, body }) => {
    const [merchantId, filters, name] = [merchantOf(caller), filtersOf(body.search), body.name?.trim() ?? '']
    const again = (message: string) => listPage(gateway, { ...caller, merchantId }, filters, { name, message })
    if (name === '') return again('Give the view a name.')
    try {
      const wanted = {
        name,
        filters: Object.fromEntries(new URLSearchParams(searchOf(filters))),
        isShared: body.shared === 'yes',
      }
      await saveView(gateway, merchantId, caller.personId, wanted)
    } catch (error) {
      if (!(error instanceof RequestError) || error.kind !== 'invalid') throw error
      return again(error.message)
    }
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
  handle: async (gateway, { caller, params, body }) => {
    await removeView(gateway, merchantOf(caller), caller.personId, params.id)
    return { status: 303, location: `${PAYMENTS_PATH}${searchOf(filtersOf(body.search))}` }
  },
})

/** Named lists of payments. */
export const viewRoutes: readonly Route[] = [saveRoute, removeRoute]
