import type { Static, TSchema } from 'typebox'
import type { Actor } from '#domain/actor.ts'
import type { Page as ListPage } from '#domain/page.ts'
import type { Problem } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { Page } from '#html/layout.ts'
import type { Caller, ClientCaller, MerchantCaller, PersonCaller } from '#identity/caller.ts'
import type { Permission } from '#identity/permissions.ts'
import { ListOf } from '#interface/types.ts'
import type { ValueOf, Wire } from '#interface/wire.ts'
import { listView } from './api/common/paging.ts'
import type { Tag } from './openapi/tags.ts'

/** Problem of a form and its field; the field is empty if the problem is about the whole form. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}

/**
 * Allowed callers: any, a merchant's token, an operator's, our page with client key and session, a person in the
 * dashboard.
 */
export type Guard = 'open' | 'merchant' | 'operator' | 'client' | 'person'

type CallerOf<G extends Guard> = G extends 'merchant'
  ? MerchantCaller
  : G extends 'operator'
    ? Exclude<Caller, MerchantCaller | ClientCaller>
    : G extends 'client'
      ? ClientCaller
      : G extends 'person'
        ? PersonCaller
        : null

type Parsed<S extends TSchema | undefined> = S extends TSchema ? Static<S> : undefined

/** Body without the parts that violated the schema. */
export type ValidParts<T> = T extends string
  ? T
  : T extends readonly (infer Item)[]
    ? readonly (ValidParts<Item> | undefined)[]
    : T extends object
      ? { readonly [Key in keyof T]?: ValidParts<T[Key]> }
      : T

/** Input of a handler, checked against the schemas of its route. */
export interface RouteContext<G extends Guard, P, Q, B> {
  readonly caller: CallerOf<G>
  readonly actor: G extends 'merchant' | 'operator' | 'person' ? Actor : null
  readonly params: P
  readonly query: Q
  readonly body: B
  /** Body as received, for flows that check a signature or parse it themselves. */
  readonly bytes: Uint8Array
  /** Body of a route that takes a stream. */
  readonly stream: AsyncIterable<Uint8Array>
  /** IP address of the caller; forwarded headers count only from trusted proxies. */
  readonly ip: string
  readonly header: (name: string) => string | undefined
  /** Origin of the gateway, by the name in the request of the browser. */
  readonly origin: string
  /** Aborts if the caller hangs up before the answer. */
  readonly hungUp: () => AbortSignal
}

/** Response of a handler; a stream is for a file that is too long for the memory. */
export type Answer =
  | { readonly status: number; readonly json?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status: number; readonly page: Page; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status: 301 | 303 | 307; readonly location: string; readonly headers?: Readonly<Record<string, string>> }
  | {
      readonly status: number
      readonly text: string
      readonly contentType: string
      /** For public files only, which are compressed for clients that accept it. */
      readonly cacheControl?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      readonly status: number
      readonly bytes: Uint8Array
      readonly contentType: string
      readonly cacheControl: string
    }
  | {
      readonly status: number
      readonly stream: AsyncIterable<string>
      readonly contentType: string
      readonly fileName: string
    }

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** Operation of the interface. `routes.ts` lists them all. */
export interface Route<
  G extends Guard = Guard,
  P extends TSchema | undefined = TSchema | undefined,
  Q extends TSchema | undefined = TSchema | undefined,
  B extends TSchema | undefined = TSchema | undefined,
> {
  readonly method: Method
  /** Fastify's notation: `/api/transactions/:id/status`. */
  readonly path: string
  readonly guard: G
  /** Permission that a person or a narrow client needs; `own`: a sign-in is enough. */
  readonly permission?: Permission | 'own'
  /** Permission by the body's `transaction_type`. */
  readonly permissionByType?: Readonly<Record<string, Permission>>
  /**
   * Rule for a client that is limited to terminals. `named`: body or query must name one of them as `terminal_id`;
   * `filtered`: the handler shows only theirs. By default such a client gets 403.
   */
  readonly terminals?: 'named' | 'filtered'
  /** Requires a recent re-authentication, for every role. */
  readonly stepUp?: boolean
  /** Form before the sign-in: accepted from our own pages only. */
  readonly ownPagesOnly?: boolean
  /** True if `If-Match` names the version that the caller has seen. */
  readonly ifMatch?: true
  /** Section of the API reference; routes without a tag are not in it. */
  readonly tag?: Tag
  /** Name in the API reference; clients are generated from it, so it never changes. */
  readonly operation?: string
  /** Sentence of the API reference. */
  readonly summary?: string
  readonly description?: string
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /**
   * Media type of the body: `form` of HTML, `csv` for a file, `anything` for bytes that the flow reads, `stream` for CSV
   * or JSON that it reads as it arrives; JSON by default.
   */
  readonly takes?: 'form' | 'csv' | 'anything' | 'stream'
  /** Allows a large body, because the form has a file. */
  readonly holdsFile?: true
  /** Forms that browsers post for banks: field names match in any case, and NUL at the end of a value is skipped. */
  readonly lenientForm?: true
  /** Shows the form again with its problems and the entered values, except card numbers. */
  readonly again?: (
    gateway: Gateway,
    typed: RouteContext<G, Parsed<P>, Parsed<Q>, ValidParts<Parsed<B>>>,
    problems: readonly FieldProblem[],
  ) => Answer | Promise<Answer>
  /** Checks that JSON Schema cannot express; they get the valid parts of the body. */
  readonly rules?: (body: ValidParts<Parsed<B>>, gateway: Gateway) => readonly Problem[]
  /** Finds an error in the received body that makes it a 400 (docs/reference/requests.md#order-of-errors). */
  readonly malformed?: (body: unknown) => Problem | undefined
  readonly bodyIsOptional?: true
  /** True if a missing object of the body or of the result is a 404. */
  readonly namesInBody?: boolean
  /** Media types of the answer; JSON by default. */
  readonly gives?: string | readonly string[]
  /** Success bodies by status, for the API reference. */
  readonly answers?: Readonly<Record<number, TSchema>>
  readonly answerHeaders?: Readonly<Record<string, string>>
  /** Exists only with simulators (REALM=uat). */
  readonly uatOnly?: boolean
  /** Reads the present object of the answer, for a replay after an erasure; by default a 404. */
  readonly reread?: (gateway: Gateway, caller: MerchantCaller, id: string) => Promise<unknown>
  handle(gateway: Gateway, context: RouteContext<G, Parsed<P>, Parsed<Q>, Parsed<B>>): Promise<Answer>
}

/** Routes for people and for merchants must name a permission; no others may. */
type PermissionOf<G extends Guard> = G extends 'person'
  ? { readonly permission: Permission | 'own'; readonly terminals?: never }
  : G extends 'merchant'
    ? { readonly permission: Permission } | { readonly permissionByType: Readonly<Record<string, Permission>> }
    : { readonly permission?: never; readonly terminals?: never }

/** Forms of people must be shown again with their problems; an error page would lose the input. */
type FormOf<
  G extends Guard,
  P extends TSchema | undefined,
  Q extends TSchema | undefined,
  B extends TSchema | undefined,
> = G extends 'person'
  ? B extends TSchema
    ? { readonly again: NonNullable<Route<G, P, Q, B>['again']> }
    : unknown
  : unknown

type Documented =
  | { readonly tag: Tag; readonly operation: string; readonly summary: string }
  | { readonly tag?: never; readonly operation?: never; readonly summary?: never }

/** Result of a handler: an answer, or the value that a record shows, with 201 if it is new, or a page of such values. */
type Handling<C, R extends TSchema> =
  | { readonly handle: Handle<C, Answer>; readonly shows?: never; readonly creates?: never; readonly lists?: never }
  | { readonly handle: Handle<C, ValueOf<R>>; readonly shows: R }
  | { readonly handle: Handle<C, ValueOf<R>>; readonly creates: R }
  | { readonly handle: Handle<C, ListPage<ValueOf<R>>>; readonly lists: R }

type Handle<C, T> = (gateway: Gateway, context: C) => Promise<T>

export const get = routeBy('GET')
export const post = routeBy('POST')
export const patch = routeBy('PATCH')
export const put = routeBy('PUT')
export const del = routeBy('DELETE')

/** Gives a route its exact types; erases them for the list. */
function routeBy(method: Method) {
  return <
    G extends Guard,
    P extends TSchema | undefined = undefined,
    Q extends TSchema | undefined = undefined,
    B extends TSchema | undefined = undefined,
    R extends TSchema = TSchema,
  >(
    path: string,
    description: Omit<Route<G, P, Q, B>, 'method' | 'path' | 'handle'> &
      Handling<RouteContext<G, Parsed<P>, Parsed<Q>, Parsed<B>>, R> &
      PermissionOf<G> &
      FormOf<G, P, Q, B> &
      Documented,
  ): Route => ({ method, path, ...answering(description as never) })
}

interface Shown extends Omit<Route, 'method' | 'path' | 'handle'> {
  readonly shows?: Wire<unknown>
  readonly creates?: Wire<unknown>
  readonly lists?: Wire<unknown>
  readonly handle: Handle<never, unknown>
}

/** Shows what a handler returns by the record of its route. */
function answering({ shows, creates, lists, handle, ...route }: Shown): Omit<Route, 'method' | 'path'> {
  const record = shows ?? creates ?? lists
  if (!record) return { ...route, handle: handle as Route['handle'] }
  const status = creates ? 201 : 200
  const view = lists ? (page: unknown) => listView(page as ListPage<unknown>, lists.of) : record.of
  return {
    ...route,
    answers: { [status]: lists ? ListOf(lists) : record },
    handle: async (gateway, context) => answer(view(await handle(gateway, context as never)), status),
  }
}

/** Answers 204 once something is done. */
export async function done(act: Promise<unknown>): Promise<Answer> {
  await act
  return { status: 204 }
}

/** Answers with JSON; 201 for what is new. */
export function answer(json: unknown, status = 200): Answer {
  return { status, json }
}
