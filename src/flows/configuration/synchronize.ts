import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '#domain/actor.ts'
import { invalid, RequestError } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import type { ConfigurationChange } from '#interface/configuration.ts'
import type { Gateway } from '../gateway.ts'
import { type Named, withoutQuery } from './names.ts'
import type { Fields } from './read-configuration.ts'

/** Application of one merchant's configuration, within a SQL transaction. */
export interface Run {
  readonly gateway: Gateway
  readonly actor: Actor
  readonly merchantId: string
  readonly named: Named
  readonly changes: ConfigurationChange[]
  readonly issued: { kind: string; name: string; clientId?: string | null; secret: Secret<string> }[]
}

/** Objects that a configuration has as parts of type `P`. */
export interface Kind<P, T> {
  readonly kind: string
  /** Fields that a configuration has of an object. */
  readonly view: (object: T) => Fields
  /** Fields of a part as the view has them; by default as they are given. */
  readonly wanted?: (part: P, object: T) => Fields
  /** @returns undefined if there is nothing to create */
  readonly create?: (part: P) => Promise<T | undefined>
  /** @param fields of the part that differ */
  readonly change: (object: T, fields: P, part: P) => Promise<T>
}

/** Objects of a list, each with its own name. */
export interface ListKind<P, T> extends Kind<P, T> {
  /** Path of the list in a configuration. */
  readonly place: string
  readonly nameOf: (part: P) => string
  readonly present: Map<string, T>
  /** Without it, objects that the list lacks become `INACTIVE`. */
  readonly remove?: (object: T) => Promise<void>
  /** True if an object stays although the list lacks it. @throws RequestError `invalid` if it is in use */
  readonly stays?: (object: T, name: string) => boolean
}

/** Bounds how long the configuration stays locked. */
const MOST_CHANGES = 2000
/** Parts before other requests of the process get a turn. */
const PARTS_PER_TURN = 20

/**
 * Applies each part of a list. @returns how to prune what the list lacks, none if there is no list
 * @throws RequestError `invalid` if two parts have one name
 */
export async function applyList<P extends object, T>(run: Run, kind: ListKind<P, T>, parts: readonly P[] | undefined) {
  const { place, present } = kind
  const names = new Set<string>()
  for (const [index, part] of (parts ?? []).entries()) {
    if (index % PARTS_PER_TURN === 0) await nextTurn()
    await at(`${place}.${index}`, async () => {
      const name = kind.nameOf(part)
      if (names.has(name)) throw invalid('', `${withoutQuery(name)} is here twice; remove one.`)
      names.add(name)
      const applied = await applyPart(run, kind, name, part, present.get(name))
      if (applied) present.set(name, applied)
    })
  }
  const others = parts ? [...present.keys()].filter((name) => !names.has(name)).sort() : []
  return async () => {
    for (const name of others) await at(place, () => prune(run, kind, name, present.get(name)!))
  }
}

async function prune<P extends object, T>(run: Run, kind: ListKind<P, T>, name: string, object: T): Promise<void> {
  if (kind.stays?.(object, name)) return
  if (kind.remove) {
    await kind.remove(object)
    note(run, { change: 'REMOVED', kind: kind.kind, name, fields: [] })
  } else {
    kind.present.set(name, (await applyPart(run, kind, name, { status: 'INACTIVE' } as unknown as P, object))!)
  }
}

/** Creates an object if it is missing, then changes the fields that differ. */
export async function applyPart<P extends object, T>(
  run: Run,
  kind: Kind<P, T>,
  name: string,
  part: P,
  present: T | undefined,
): Promise<T | undefined> {
  const object = present ?? (await kind.create?.(part))
  if (object === undefined) return undefined
  if (present === undefined) note(run, { change: 'CREATED', kind: kind.kind, name, fields: [] })
  const shown = asJson(kind.view(object))
  const fields = Object.entries(asJson(kind.wanted?.(part, object) ?? part)).flatMap(([name, after]) => {
    const before = shown[name] ?? null
    return isDeepStrictEqual(before, after) ? [] : [{ name, before, after }]
  })
  if (fields.length === 0) return object
  note(run, { change: 'CHANGED', kind: kind.kind, name, fields })
  return kind.change(object, Object.fromEntries(fields.map((one) => [one.name, part[one.name as keyof P]])) as P, part)
}

/** Values as JSON has them: numbers without their spelling, but to the last digit. */
function asJson(fields: object): Fields {
  const number = (_: string, value: unknown, { source = '' }) =>
    /^-?\d{16,}$/.test(source) ? JSON.rawJSON(source) : value
  return JSON.parse(JSON.stringify(fields), number) as Fields
}

/** @throws RequestError `invalid` for too many */
export function note({ changes }: Run, change: ConfigurationChange): void {
  if (changes.length === MOST_CHANGES) {
    throw invalid('', `Apply at most ${MOST_CHANGES} changes in one call; apply a part of it first.`, `${MOST_CHANGES}`)
  }
  changes.push({ ...change, name: withoutQuery(change.name) })
}

/** Names the place of problems. @throws RequestError as the act does */
export async function at<T>(place: string, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const placed = (property: string) => (property === '' ? place : `${place}.${property}`)
    const problems = error.problems.map((problem) => ({ ...problem, property: placed(problem.property) }))
    throw new RequestError(error.kind, problems)
  }
}
