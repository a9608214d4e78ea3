import { type TObject, Type } from 'typebox'
import type { Actor } from '#domain/actor.ts'
import type { Gateway } from '#flows/gateway.ts'
import { html } from '#html/html.ts'
import { EarlyAnswer } from '#http/request/early-answer.ts'
import { type Answer, get, type Route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import type { Permission } from '#identity/permissions.ts'
import { problemSummary, type Shown } from '../parts/form.ts'
import { doneNotice } from '../parts/states.ts'
import { QueryText } from './list-query.ts'
import { takeSecret } from './one-time-secret.ts'
import { type DashboardPage, type DashboardPageAnswer, dashboardPage } from './shell.ts'

/** Parameters that a path names: `list` of `/lists/:list`. */
export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [One in Name]: string } & PathParams<Rest>
  : Path extends `${string}:${infer Name}`
    ? { readonly [One in Name]: string }
    : unknown

export type Texts = Readonly<Record<string, string | undefined>>

/** Request of a page. */
export interface Visit<Params> {
  readonly caller: PersonCaller
  readonly actor: Actor
  readonly params: Params
  readonly query: Texts
  readonly origin: string
  /** Entered into a rejected form. */
  readonly form?: Texts | undefined
}

type FormVisit<Params> = Omit<Visit<Params>, 'query' | 'form'> & { readonly query?: Texts | undefined }

export interface ScreenContent extends Omit<DashboardPage, 'page'> {
  /** `form` if the body lists what is wrong, and has the result of a form; otherwise both are above it. */
  readonly problemsIn?: 'form'
}

/** Requirements of a screen for its callers. */
export interface Access {
  readonly permission: Permission | 'own'
  readonly stepUp?: boolean
  readonly uatOnly?: boolean
}

export interface ScreenOptions<Path extends string, View> extends Access {
  readonly path: Path
  readonly summary: string
  /** `data-page`. */
  readonly page: string
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
  const { path, permission, stepUp = false, uatOnly = false, summary, query = [], done } = options
  const access = { permission, stepUp, uatOnly }
  const hrefOf = (params: Params, notice?: string) => `${fill(path, params)}${notice ? `?done=${notice}` : ''}`
  const pageOf = (caller: PersonCaller, view: View, shown: Shown) => {
    const { problemsIn, body, ...content } = options.show(caller, view, shown)
    const result = problemsIn !== 'form' && html`${problemSummary(shown.problems)}${shown.report}`
    const status = shown.problems.length > 0 ? 422 : 200
    return dashboardPage(caller, {
      ...{ status, ...content, page: options.page },
      body: html`${doneNotice(shown.done)}${result}\n${body}`,
    })
  }
  const show: Screen<Params>['show'] = async (gateway, visit, shown) =>
    pageOf(visit.caller, await options.read(gateway, { ...visit, query: visit.query ?? {}, form: shown.form }), {
      problems: [],
      form: {},
      ...shown,
    })
  return {
    ...{ path, access, hrefOf, show },
    to: (params, notice, headers = {}) => ({ status: 303, location: hrefOf(params, notice), headers }),
    route: get(path, {
      ...{ guard: 'person', ...access, summary, params: paramsOf(path) },
      query: Type.Object(Object.fromEntries([...query, ...(done ? ['done'] : [])].map((name) => [name, QueryText]))),
      handle: async (gateway, { caller, actor, params, query: address, origin, header }) => {
        const { done: name, ...others } = address as Texts
        const visit = { caller, actor, params: params as Params, query: done ? others : (address as Texts), origin }
        const view = await options.read(gateway, visit)
        const shown = { done: noticeOf(done, name), problems: [], form: {} }
        if (!options.secret) return pageOf(caller, view, shown)
        const { secret, headers } = takeSecret(gateway, caller, options.secret(view), header('cookie'))
        const answer = pageOf(caller, view, { ...shown, secret: secret?.reveal() })
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

/** Schema of the parameters that a path names. */
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

/** Merchant that a page shows, and the user. @throws EarlyAnswer as `requireMerchant` */
export function requireMerchantPerson(caller: PersonCaller): MerchantPerson {
  return { ...caller, merchantId: requireMerchant(caller) }
}
