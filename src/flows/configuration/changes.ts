import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '#domain/actor.ts'
import { invalid, RequestError } from '#domain/problem.ts'
import type { Secret } from '#domain/secret.ts'
import type { ConfigurationChange } from '#interface/configuration.ts'
import type { Gateway } from '../gateway.ts'
import { withoutQuery } from './named.ts'
import type { Fields } from './read-configuration.ts'

/** Application of one merchant's configuration, within a SQL transaction. */
export interface Run {
  readonly gateway: Gateway
  readonly actor: Actor
  readonly prune: boolean
  readonly merchantId: string
  readonly changes: ConfigurationChange[]
  readonly issued: IssuedSecret[]
}

interface IssuedSecret {
  readonly kind: ConfigurationChange['kind']
  readonly name: string
  readonly clientId?: string | null
  readonly secret: Secret<string>
}

/** Bounds how long the configuration stays locked. */
const MOST_CHANGES = 2000

interface Item {
  readonly kind: ConfigurationChange['kind']
  readonly name: string
  readonly wanted: Fields
  readonly present: Fields | undefined
  /** Returns the fields that it has then. */
  readonly create?: () => Promise<Fields>
  readonly change: (fields: never) => Promise<unknown>
}

/** Creates an object if it is missing, then changes the fields that differ. */
export async function sync(run: Run, { kind, name, wanted, present, create, change }: Item): Promise<void> {
  if (!present) note(run, { change: 'CREATED', kind, name, fields: [] })
  const shown = plain(present ?? (await create!()))
  const fields = Object.entries(plain(wanted)).flatMap(([field, after]) => {
    const before = shown[field] ?? null
    return isDeepStrictEqual(before, after) ? [] : [{ name: field, before, after }]
  })
  if (fields.length === 0) return
  await change(Object.fromEntries(fields.map((field) => [field.name, wanted[field.name]])) as never)
  note(run, { change: 'CHANGED', kind, name, fields })
}

/** Values as JSON has them: numbers without their spelling. */
const plain = (fields: Fields): Fields => JSON.parse(JSON.stringify(fields))

/** @throws RequestError `invalid` for too many */
export function note({ changes }: Run, change: ConfigurationChange): void {
  if (changes.length === MOST_CHANGES) {
    throw invalid(
      '',
      `Apply at most ${MOST_CHANGES} changes in one call; apply a part of it first.`,
      String(MOST_CHANGES),
    )
  }
  changes.push(change)
}

/** Names the place of problems. @throws RequestError as the act does */
export async function at<T>(place: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    const problems = error.problems.map((problem) => ({
      ...problem,
      property: [place, problem.property].filter((part) => part !== '').join('.'),
    }))
    throw new RequestError(error.kind, problems)
  }
}

/** Acts on each item of a list, by its name. @throws RequestError `invalid` if two have one name, or as the act does */
export async function forEach<T>(
  place: string,
  items: readonly T[],
  nameOf: (item: T) => string,
  act: (item: T, name: string) => Promise<void>,
): Promise<void> {
  const names = new Set<string>()
  for (const [index, item] of items.entries()) {
    await at(`${place}.${index}`, async () => {
      const name = nameOf(item)
      if (names.has(name)) throw invalid('', `${withoutQuery(name)} is here twice; remove one.`)
      names.add(name)
      await act(item, name)
    })
  }
}
