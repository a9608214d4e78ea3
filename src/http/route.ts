import type { Static, TSchema } from 'typebox'
import type { Problem } from '#domain/problem.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { Caller, ClientCaller, MerchantCaller } from '#identity/caller.ts'
import type { Page } from './pages/layout.ts'

/** Who may call: anybody, a merchant's token, an operator's, or a page of ours with a client key and a session. */
export type Guard = 'open' | 'merchant' | 'operator' | 'client'

/** The caller each guard lets through. */
type CallerOf<G extends Guard> = G extends 'merchant'
  ? MerchantCaller
  : G extends 'operator'
    ? Exclude<Caller, MerchantCaller | ClientCaller>
    : G extends 'client'
      ? ClientCaller
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
  readonly params: P
  readonly query: Q
  readonly body: B
  /** The body as it came, for flows that check a signature or parse it themselves. */
  readonly bytes: Uint8Array
  /** The shopper's or server's address; forwarded headers count only from trusted proxies. */
  readonly ip: string
  readonly header: (name: string) => string | undefined
}

/** What goes back: a JSON body, a page, a redirect, a file, or a stream for a file too long for the memory. */
export type Answer =
  | { readonly status: number; readonly json?: unknown }
  | { readonly status: number; readonly page: Page; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status: 303; readonly location: string }
  | {
      readonly status: number
      readonly text: string
      readonly contentType: string
      /** For public files only, which are compressed for clients that accept it. */
      readonly cacheControl?: string
      /** For scripts that other origins load. */
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      readonly status: number
      /** Read as fast as the client takes it. */
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
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Fastify's notation: `/api/transactions/:id/status`. */
  readonly path: string
  readonly guard: G
  /** Its section of the API reference; routes without a tag are left out of it. */
  readonly tag?: string
  readonly summary: string
  readonly description?: string
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** `form` for pages that HTML forms post to, `anything` for bytes that the flow itself reads; JSON otherwise. */
  readonly takes?: 'form' | 'anything'
  /** Checks of the body that JSON Schema cannot express, reported with its problems. Sees the valid parts only. */
  readonly rules?: (body: ValidParts<Parsed<B>>, gateway: Gateway) => readonly Problem[]
  /**
   * A field so wrong that the answer is a 400, whatever else is wrong (docs/reference/requests.md#order-of-errors).
   * Sees the body as it came.
   */
  readonly malformed?: (body: unknown) => Problem | undefined
  /** The media type of its answer, where that is not JSON. */
  readonly gives?: string
  /** Success bodies by status, for the API reference. */
  readonly answers?: Readonly<Record<number, TSchema>>
  /** Only where simulators exist (REALM=uat). */
  readonly uatOnly?: boolean
  handle(gateway: Gateway, context: RouteContext<G, Parsed<P>, Parsed<Q>, Parsed<B>>): Promise<Answer>
}

/** Gives a route its exact types; erases them for the list. */
export function route<
  G extends Guard,
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(description: Route<G, P, Q, B>): Route {
  return description as unknown as Route
}
