import { type Static, type TObject, Type } from 'typebox'
import type { MerchantCaller } from '#identity/caller.ts'
import { MerchantParams } from '#interface/merchant.ts'
import type { Route } from '../../route.ts'

interface OperatorRoute extends Required<Pick<Route, 'tag' | 'operation' | 'summary'>> {
  readonly description?: string
  /** Name of the parameter `id` of the merchants' route, which here is the merchant. */
  readonly objectId?: string
}

/** Repeats a route of merchants for operators: `/api/…` for one of them at `/admin/merchants/:id/…`, without limits. */
export function forOperators(route: Route, { objectId = '', ...texts }: OperatorRoute): Route {
  const { permission: _, description: __, path, params, handle, ...others } = route
  const { id: object, ...rest } = (params as TObject | undefined)?.properties ?? {}
  const Params = Type.Object({ ...MerchantParams.properties, ...(object && { [objectId]: object }), ...rest })
  return {
    ...others,
    ...texts,
    guard: 'operator',
    path: path.replace(':id', `:${objectId}`).replace('/api/', '/admin/merchants/:id/'),
    params: Params,
    handle: (gateway, context) => {
      const { id: merchantId, [objectId]: id, ...rest } = context.params as Static<typeof MerchantParams> & Texts
      const caller: MerchantCaller = { scope: 'merchant', merchantId, clientId: context.caller!.clientId }
      return handle(gateway, { ...context, caller, params: { id, ...rest } })
    },
  }
}

type Texts = Readonly<Record<string, string>>
