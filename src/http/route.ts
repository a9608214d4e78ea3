import type { Static, TSchema } from 'typebox'
import type { Actor } from '#domain/actor.ts'
import type { Problem } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { Page } from '#html/layout.ts'
import type { Caller, ClientCaller, MerchantCaller, PersonCaller } from '#identity/caller.ts'
import type { Permission } from '#identity/permissions.ts'
import type { Tag } from './openapi/tags.ts'

/** Problem of a form and its field; the field is empty if the problem is about the whole form. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}

/**
 * Allowed callers: any, a merchant's token, an operator's, our page with a client key and a session, or a person
 * who is signed in to the dashboard.
 */
export type Guard = 'open' | 'merchant' | 'operator' | 'client' | 'person'

/** The caller each guard lets through. */
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

/** A body of which any part may be missing, because parts that broke the schema have been removed. */
export type ValidParts<T> = T extends readonly (infer Item)[]
  ? readonly (ValidParts<Item> | undefined)[]
  : T extends object
    ? { readonly [Key in keyof T]?: ValidParts<T[Key]> }
    : T

/** What a route's handler receives: everything already checked against its schemas. */
export interface RouteContext<G extends Guard, P, Q, B> {
  readonly caller: CallerOf<G>
  readonly actor: G extends 'merchant' | 'operator' | 'person' ? Actor : null
  readonly params: P
  readonly query: Q
  readonly body: B
  /** The body as it came, for flows that check a signature or parse it themselves. */
  readonly bytes: Uint8Array
  /** The shopper's or server's address; forwarded headers count only from trusted proxies. */
  readonly ip: string
  readonly header: (name: string) => string | undefined
  /** The gateway's, by the name that the browser calls it. */
  readonly origin: string
  /** Aborts if the caller hangs up before the answer. */
  readonly hungUp: () => AbortSignal
}

/** What goes back: a JSON body, a page, a redirect, a file, or a stream for a file too long for the memory. */
export type Answer =
  | { readonly status: number; readonly json?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status: number; readonly page: Page; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status: 301 | 303; readonly location: string; readonly headers?: Readonly<Record<string, string>> }
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

/** One operation of the interface: path, guard, schemas and flow. `routes.ts` lists them all. */
export interface Route<
  G extends Guard = Guard,
  P extends TSchema | undefined = TSchema | undefined,
  Q extends TSchema | undefined = TSchema | undefined,
  B extends TSchema | undefined = TSchema | undefined,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Fastify's notation: `/api/transactions/:id/status`. */
  readonly path: string
  readonly guard: G
  /**
   * Permission that a person or a narrow client needs. `own`: none, a sign-in is enough. Every route for people and for
   * merchants' servers names one.
   */
  readonly permission?: Permission | 'own'
  /** Permission by the body's `transaction_type`. */
  readonly permissionByType?: Readonly<Record<string, Permission>>
  /**
   * How it treats a client that is limited to terminals. `named`: body or query must name one of them as `terminal_id`;
   * `filtered`: the handler shows only theirs. Without it such a client gets 403.
   */
  readonly terminals?: 'named' | 'filtered'
  /** Asks for a fresh proof of who sits there, whatever their role. */
  readonly stepUp?: boolean
  /** A form before anybody is signed in: taken from our own pages only. */
  readonly ownPagesOnly?: boolean
  /** True if `If-Match` names the version that the caller has seen. */
  readonly ifMatch?: true
  /** Its section of the API reference; routes without a tag are left out of it. */
  readonly tag?: Tag
  /** Its name there, which clients are generated from: it never changes. */
  readonly operation?: string
  readonly summary: string
  readonly description?: string
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /**
   * `form` for pages that HTML forms post to, which people's all are; `csv` for a file; `anything` for bytes that the flow
   * itself reads; JSON otherwise.
   */
  readonly takes?: 'form' | 'csv' | 'anything'
  /** Its form has a file, so it may be large. */
  readonly holdsFile?: true
  /** Forms that banks' servers have browsers post: names of fields count in any case, and NUL at the end of a value is skipped. */
  readonly lenientForm?: true
  /** The page of a form again, with what schema or flow refuse and with what was typed, save card numbers. */
  readonly again?: (
    gateway: Gateway,
    typed: RouteContext<G, Parsed<P>, Parsed<Q>, ValidParts<Parsed<B>>>,
    problems: readonly FieldProblem[],
  ) => Answer | Promise<Answer>
  /** Checks of the body that JSON Schema cannot express, reported with its problems. Sees the valid parts only. */
  readonly rules?: (body: ValidParts<Parsed<B>>, gateway: Gateway) => readonly Problem[]
  /**
   * A field so wrong that the answer is a 400, whatever else is wrong (docs/reference/requests.md#order-of-errors).
   * Sees the body as it came.
   */
  readonly malformed?: (body: unknown) => Problem | undefined
  /** A request without a body has an empty one. */
  readonly bodyIsOptional?: true
  /** True if something that its body names or made is a 404 if it is gone. */
  readonly namesInBody?: boolean
  /** The media type of its answer, where that is not JSON. */
  readonly gives?: string
  /** Success bodies by status, for the API reference. */
  readonly answers?: Readonly<Record<number, TSchema>>
  readonly answerHeaders?: Readonly<Record<string, string>>
  /** Only where simulators exist (REALM=uat). */
  readonly uatOnly?: boolean
  /** JSON of the object of its answer as it is now, for a replay after an erasure; without it a 404. */
  readonly reread?: (gateway: Gateway, caller: MerchantCaller, id: string) => Promise<unknown>
  handle(gateway: Gateway, context: RouteContext<G, Parsed<P>, Parsed<Q>, Parsed<B>>): Promise<Answer>
}

/** Routes for people and for merchants' servers say what these must be allowed to do, and no others do. */
type PermissionOf<G extends Guard> = G extends 'person'
  ? { readonly permission: Permission | 'own'; readonly terminals?: never }
  : G extends 'merchant'
    ? { readonly permission: Permission } | { readonly permissionByType: Readonly<Record<string, Permission>> }
    : { readonly permission?: never; readonly terminals?: never }

/** A form of people who are signed in comes again with what is wrong; an error page would lose what was typed. */
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

/** A route in the API reference has a name. */
type Documented =
  | { readonly tag: Tag; readonly operation: string }
  | { readonly tag?: never; readonly operation?: never }

/** Gives a route its exact types; erases them for the list. */
export function route<
  G extends Guard,
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(description: Route<G, P, Q, B> & PermissionOf<G> & FormOf<G, P, Q, B> & Documented): Route {
  return description as unknown as Route
}
