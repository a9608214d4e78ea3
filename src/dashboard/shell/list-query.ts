import { Type } from 'typebox'
import type { Position } from '#domain/page.ts'
import { invalid } from '#domain/problem.ts'
import { addDays, startOfDay } from '#domain/time-zone.ts'
import { encodeCursor } from '#http/api/common/paging.ts'
import { buildUrl, type PageLinks } from '../parts/list.ts'

/** A part of an address; what a filter does not know narrows nothing. */
export const QueryText = Type.Optional(Type.String({ maxLength: 255 }))

export function oneOf<T extends string>(value: string | undefined, known: readonly T[]): T | undefined {
  return known.find((one) => one === value)
}

export function trimOrUndefined(value: string | undefined): string | undefined {
  return value?.trim() || undefined
}

export function periodOfDays(timeZone: string, { from, to }: { readonly from?: string; readonly to?: string }) {
  const isDay = to !== undefined && startOfDay(timeZone, to) !== undefined
  return {
    createdFrom: from === undefined ? undefined : startOfDay(timeZone, from),
    createdTo: isDay ? startOfDay(timeZone, addDays(to, 1)) : undefined,
  }
}

/** The end of a day in the merchant's zone as the API takes it; other texts stay, so that the schema refuses them. */
export function endOfDay(timeZone: string, day: string): string {
  const next = startOfDay(timeZone, day) && startOfDay(timeZone, addDays(day, 1))
  return next ? next.toISOString() : day
}

/** A period for files and for acts on all in it. @throws RequestError `invalid` on a day that cannot be read */
export function checkedPeriodOfDays(timeZone: string, days: Parameters<typeof periodOfDays>[1]) {
  const wrong = (['from', 'to'] as const).find((name) => days[name] && !startOfDay(timeZone, days[name]))
  if (wrong) throw invalid(wrong, 'Enter a day, for example 2026-11-22.')
  return periodOfDays(timeZone, days)
}

/** Older rows follow the last one; newer is the beginning of the list. */
export function pageLinks(
  path: string,
  { cursor, ...filters }: Readonly<Record<string, string | undefined>>,
  next: Position | null,
): PageLinks {
  return {
    newer: cursor === undefined ? undefined : buildUrl(path, filters),
    older: next ? buildUrl(path, { ...filters, cursor: encodeCursor(next) }) : undefined,
  }
}

export function textFields<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, typeof QueryText>> {
  return Object.fromEntries(names.map((name) => [name, QueryText])) as Record<Name, typeof QueryText>
}
