import { type Static, type TSchema, Type } from 'typebox'
import { RequestError } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { validatorsFor } from '#http/request/validate.ts'
import { type Answer, post, type Route, type RouteContext } from '#http/route.ts'
import { type Access, type PathParams, paramsOf, type Screen, type Texts } from './screen.ts'

type Context<Params, Body> = RouteContext<'person', Params, undefined, Body>

interface ActionOptions<Params, At extends string, Body extends TSchema> extends Partial<Access> {
  /** Path below the page; left out for a form of the page itself. */
  readonly at?: At
  readonly summary: string
  /** Left out for a button: what is wrong then concerns no field. */
  readonly body?: Body
  readonly holdsFile?: true
  /** Field of the form by a field of the flow. */
  readonly fieldOf?: (field: string) => string
  /** Notice of the page afterwards. */
  readonly done?: string
  /** @returns another answer than the page with its notice */
  // biome-ignore lint/suspicious/noConfusingVoidType: most actions return nothing
  readonly does: (gateway: Gateway, context: Context<Params & PathParams<At>, Static<Body>>) => Promise<Answer | void>
}

/** Makes a form or button of a page, which leads back to the page: with a notice, or with what is wrong. */
export function action<Params, const At extends string = '', Body extends TSchema = TSchema>(
  page: Screen<Params>,
  options: ActionOptions<Params, At, Body>,
): Route {
  const { at = '', body, done, does, fieldOf = (field: string) => (body ? field : '') } = options
  const { summary, holdsFile, ...access } = options
  const { permission, stepUp, uatOnly } = { ...page.access, ...access }
  const path = `${page.path}${at}`
  const schema: TSchema = body ?? Type.Object({})
  return post(path, {
    ...{ guard: 'person', permission, stepUp, uatOnly, summary },
    ...{ params: paramsOf(path), body: schema, ...(holdsFile && { holdsFile }) },
    again: (gateway, context, problems) => {
      const named = problems.map(({ field, message }) => ({ field: fieldOf(field), message }))
      const visit = { ...context, params: context.params as Params }
      return page.show(gateway, visit, { form: context.body as Texts, problems: named })
    },
    handle: async (gateway, context) => {
      const answer = await does(gateway, context as unknown as Context<Params & PathParams<At>, Static<Body>>)
      return answer ?? page.to(context.params as Params, done)
    },
  })
}

/** Reads a form as the API reads a body. @throws RequestError `invalid` */
export function validated<S extends TSchema>({ settings }: Gateway, schema: S, value: object): Static<S> {
  const problems = validatorsFor(settings.realm).body(schema)(value)
  if (problems.length > 0) throw new RequestError('invalid', problems)
  return value as Static<S>
}
