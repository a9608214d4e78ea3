import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Actor } from '#domain/actor.ts'
import { RequestError } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import { html } from '#html/html.ts'
import { EarlyAnswer } from '#http/request/early-answer.ts'
import { validatorsFor } from '#http/request/validate.ts'
import { type Answer, get, post, type Route, type RouteContext } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import type { Permission } from '#identity/permissions.ts'
import { problemSummary, type Shown } from '../parts/form.ts'
import { doneNotice } from '../parts/states.ts'
import { QueryText, textFields } from './list-query.ts'
import { takeSecret } from './one-time-secret.ts'
import { type DashboardPage, type DashboardPageAnswer, dashboardPage } from './shell.ts'
import { readTabCounts } from './tab-counts.ts'

/** Parameters that a path names: `list` of `/lists/:list`. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [One in Name]: string } & PathParams<Rest>
  : Path extends `${string}:${infer Name}`
    ? { readonly [One in Name]: string }
    : unknown

export type Texts = Readonly<Record<string, string | undefined>>

export interface Visit<Params> {
  readonly caller: PersonCaller
  /** Merchant of the caller, as `requireMerchant`. */
  readonly merchantId: string
  readonly actor: Actor
  readonly params: Params
  readonly query: Texts
  readonly origin: string
  /** Entered into a rejected form. */
  readonly form?: Texts | undefined
}

type FormVisit<Params> = Omit<Visit<Params>, 'merchantId' | 'query' | 'form'> & { readonly query?: Texts | undefined }

export interface ScreenContent extends Omit<DashboardPage, 'page' | 'counts'> {
  /** `form` if the body lists what is wrong, and has the result of a form; otherwise both are above it. */
  readonly problemsIn?: 'form'
}

interface Access {
  readonly permission: Permission | 'own'
  readonly stepUp?: boolean
  readonly uatOnly?: boolean
}

export interface ScreenOptions<Path extends string, View> extends Access {
  readonly path: Path
  /** `data-page`: by default the last fixed word of the path, in the singular for one thing. */
  readonly page?: string
  /** Parts of the address; each may have any text. */
  readonly query?: readonly string[]
  /** Notices by the `done` of the address. */
  readonly done?: Texts | ((done: string) => string)
  /** Name of the secret that the page shows once. */
  readonly secret?: (view: View) => string
  readonly read: (gateway: Gateway, visit: Visit<PathParams<Path>>) => Promise<View>
  readonly show: (caller: PersonCaller, view: View, shown: Shown) => ScreenContent
}

/** A page with its route, which forms return to. */
export interface Screen<Params> {
  readonly path: string
  readonly access: Access
  readonly route: Route
  hrefOf(params: Params, done?: string): string
  /** Redirects here, with a notice. @param headers of a secret that the page shows */
  to(params: Params, done?: string, headers?: Readonly<Record<string, string>>): Answer
  /** The page after a form. @param visit context of the form's route */
  show(gateway: Gateway, visit: FormVisit<Params>, shown: Partial<Shown>): Promise<DashboardPageAnswer>
}

/** Makes a page of its parts. Notice, problems with 422, and a secret come with it. */
export function screen<const Path extends string, View>(options: ScreenOptions<Path, View>): Screen<PathParams<Path>> {
  type Params = PathParams<Path>
  const { path, permission, stepUp = false, uatOnly = false, query = [], done } = options
  const { page = pageNameOf(path) } = options
  const access = { permission, stepUp, uatOnly }
  const hrefOf = (params: Params, notice?: string) => `${fill(path, params)}${notice ? `?done=${notice}` : ''}`
  const readAll = (gateway: Gateway, visit: Omit<Visit<Params>, 'merchantId'>) =>
    Promise.all([options.read(gateway, withMerchant(visit)), readTabCounts(gateway, visit.caller, page)])
  const pageOf = (caller: PersonCaller, [view, counts]: Awaited<ReturnType<typeof readAll>>, shown: Shown) => {
    const { problemsIn, body, ...content } = options.show(caller, view, shown)
    const result = problemsIn !== 'form' && html`${problemSummary(shown.problems)}${shown.report}`
    const status = shown.problems.length > 0 ? 422 : 200
    return dashboardPage(caller, {
      ...{ status, ...content, page, counts },
      body: html`${doneNotice(shown.done)}${result}\n${body}`,
    })
  }
  const show: Screen<Params>['show'] = async (gateway, visit, shown) =>
    pageOf(visit.caller, await readAll(gateway, { ...visit, query: visit.query ?? {}, form: shown.form }), {
      problems: [],
      form: {},
      ...shown,
    })
  return {
    ...{ path, access, hrefOf, show },
    to: (params, notice, headers = {}) => ({ status: 303, location: hrefOf(params, notice), headers }),
    route: get(path, {
      ...{ guard: 'person', ...access, params: paramsOf(path) },
      query: Type.Object(Object.fromEntries([...query, ...(done ? ['done'] : [])].map((name) => [name, QueryText]))),
      handle: async (gateway, { caller, actor, params, query: address, origin, header }) => {
        const { done: name, ...others } = address as Texts
        const visit = { caller, actor, params: params as Params, query: done ? others : (address as Texts), origin }
        const read = await readAll(gateway, visit)
        const shown = { done: noticeOf(done, name), problems: [], form: {} }
        if (!options.secret) return pageOf(caller, read, shown)
        const { secret, headers } = takeSecret(gateway, caller, options.secret(read[0]), header('cookie'))
        const answer = pageOf(caller, read, { ...shown, secret: secret?.reveal() })
        return { ...answer, headers: { ...answer.headers, ...headers } }
      },
    }),
  }
}

/** Notice by the `done` of an address. Anyone can write one: names that every object has (`constructor`) say nothing. */
export function noticeOf(notices: Texts | ((done: string) => string) | undefined, done: string | undefined) {
  if (done === undefined || notices === undefined) return undefined
  if (typeof notices === 'function') return notices(done)
  return Object.hasOwn(notices, done) ? notices[done] : undefined
}

/** `customer` of `/dashboard/customers/:id`, `customers` of their list. */
export function pageNameOf(path: string): string {
  const [, name = '', thing] = /([^/:]+)(\/:\w+)?$/.exec(path) ?? []
  return thing ? name.replace(/s$/, '') : name
}

export function paramsOf(path: string): TObject {
  return Type.Object(Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, Type.String()])))
}

function fill(path: string, params: unknown): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name]!))
}

export type MerchantPerson = PersonCaller & { readonly merchantId: string }

/** Merchant that a page shows. @throws EarlyAnswer to the list of merchants if a platform user has not chosen one */
export function requireMerchant({ merchantId }: PersonCaller): string {
  if (merchantId === null) throw new EarlyAnswer({ status: 303, location: '/dashboard/merchants' })
  return merchantId
}

/** Adds the merchant to a request; only who reads it requires one. */
function withMerchant<T extends { readonly caller: PersonCaller }>(request: T) {
  const get = () => requireMerchant(request.caller)
  return Object.defineProperty({ ...request }, 'merchantId', { get }) as T & { readonly merchantId: string }
}

/** Merchant that a page shows, and the user. @throws EarlyAnswer as `requireMerchant` */
export function requireMerchantPerson(caller: PersonCaller): MerchantPerson {
  return { ...caller, merchantId: requireMerchant(caller) }
}

type Context<Params, Body> = RouteContext<'person', Params, undefined, Body> & { readonly merchantId: string }

/** Schema of a form, or the names of its fields if each may have any text. */
type Fields = TSchema | readonly string[]
type Entered<F> = F extends readonly (infer Name extends string)[]
  ? { readonly [One in Name]?: string }
  : F extends TSchema
    ? Static<F>
    : never

interface ActionOptions<Params, At extends string, Body extends Fields> extends Partial<Access> {
  /** Path below the page; left out for a form of the page itself. */
  readonly at?: At
  /** Left out for a button: what is wrong then concerns no field. */
  readonly body?: Body
  readonly holdsFile?: true
  /** Field of the form by a field of the flow. */
  readonly fieldOf?: (field: string) => string
  readonly done?: string
  /** @returns another answer than the page with its notice */
  // biome-ignore lint/suspicious/noConfusingVoidType: most actions return nothing
  readonly does: (gateway: Gateway, context: Context<Params & PathParams<At>, Entered<Body>>) => Promise<Answer | void>
}

/** Makes a form or button of a page, which leads back to the page: with a notice, or with what is wrong. */
export function action<Params, const At extends string = '', const Body extends Fields = TSchema>(
  page: Screen<Params>,
  options: ActionOptions<Params, At, Body>,
): Route {
  const { at = '', body, done, does, fieldOf = (field: string) => (body ? field : '') } = options
  const { permission, stepUp, uatOnly } = { ...page.access, ...options }
  const path = `${page.path}${at}`
  return post(path, {
    ...{ guard: 'person', permission, stepUp, uatOnly },
    ...{ params: paramsOf(path), body: schemaOf(body), ...(options.holdsFile && { holdsFile: true as const }) },
    again: (gateway, context, problems) => {
      const named = problems.map(({ field, message }) => ({ field: fieldOf(field), message }))
      const visit = { ...context, params: context.params as Params }
      return page.show(gateway, visit, { form: context.body as Texts, problems: named })
    },
    handle: async (gateway, context) => {
      const request = withMerchant(context) as unknown as Context<Params & PathParams<At>, Entered<Body>>
      const answer = await does(gateway, request)
      return answer ?? page.to(context.params as Params, done)
    },
  })
}

function schemaOf(fields: Fields = []): TSchema {
  return isNames(fields) ? Type.Object(textFields(...fields)) : fields
}

const isNames = (fields: Fields): fields is readonly string[] => Array.isArray(fields)

/** Reads a form as the API reads a body. @throws RequestError `invalid` */
export function validated<S extends TSchema>({ settings }: Gateway, schema: S, value: object): Static<S> {
  const problems = validatorsFor(settings.realm).body(schema)(value)
  if (problems.length > 0) throw new RequestError('invalid', problems)
  return value as Static<S>
}
