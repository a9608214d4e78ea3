import type { Page, Position } from '#domain/page.ts'
import { startOfDay } from '#domain/time-zone.ts'
import type { Gateway } from '#flows/gateway.ts'
import { type Html, html, type Part } from '#html/html.ts'
import { positionOf } from '#http/api/common/paging.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { filters as filterForm } from '../parts/filters.ts'
import type { Shown } from '../parts/form.ts'
import { sentenceCase } from '../parts/format.ts'
import { type ListView, list, type PageLinks, pager } from '../parts/list.ts'
import { noMatch, type StateAction, statePanel } from '../parts/states.ts'
import { oneOf, pageLinks, trimOrUndefined } from './list-query.ts'
import {
  type PathParams,
  pageNameOf,
  type Screen,
  type ScreenContent,
  type ScreenOptions,
  screen,
  type Visit,
} from './screen.ts'

export const DASHBOARD_PAGE_SIZE = 50

type Choices = readonly (readonly [value: string, words: string])[]

/** Label of a text to enter, values to choose from, or both; a choice without its own label has the name of the filter. */
type Filter = string | readonly string[] | { readonly label: string; readonly among?: Choices; readonly type?: 'date' }
type Filters = Readonly<Record<string, Filter>>

type ChosenOf<F> = F extends readonly string[]
  ? F[number]
  : F extends { readonly among: infer C extends Choices }
    ? C[number][0]
    : string
/** Values of the filters; what a filter does not know narrows nothing. */
type Chosen<F> = { readonly [Name in keyof F]: ChosenOf<F[Name]> | undefined }

/** Rows of a page, and what else its parts need. */
type Read = Page<unknown> & {
  /** Choices of filters that depend on the merchant, such as terminals. */
  readonly choices?: Readonly<Record<string, Choices>>
  /** Values of all filters, if each always has one. */
  readonly required?: Readonly<Record<string, string>>
}

interface ListingOptions<Path extends string, F extends Filters, View extends Read>
  extends Omit<ScreenOptions<Path, never>, 'read' | 'show' | 'query' | 'secret'>,
    Pick<ScreenContent, 'title' | 'back' | 'problemsIn'> {
  readonly lead: (caller: PersonCaller, view: View & Listed<Path>) => string
  /** Label of the search box, whose filter is `q`. */
  readonly search?: string
  readonly filters?: F
  /** Noun of the rows, in the plural; without it that of the title. */
  readonly noun?: string
  readonly read: (
    gateway: Gateway,
    visit: Visit<PathParams<Path>>,
    chosen: Chosen<F & { readonly q: string }>,
    after: Position | undefined,
  ) => Promise<View>
  readonly rows: (
    caller: PersonCaller,
    view: View & Listed<Path>,
  ) => Omit<ListView<View['items'][number]>, 'rows' | 'name'> & { readonly name?: string }
  /** Shown without rows and filters; left out, the table stays empty. */
  readonly none?: (caller: PersonCaller) => {
    readonly heading?: string
    readonly words: string
    readonly action?: StateAction
  }
  /** True if the filters show what a rejected form of the page has, such as a period. */
  readonly fillsFilters?: true
  readonly actions?: (caller: PersonCaller, view: View & Listed<Path>) => ScreenContent['actions']
  /** Parts above the filters, above the rows and below the pager. */
  readonly above?: (caller: PersonCaller, view: View & Listed<Path>, shown: Shown) => Part
  readonly middle?: (caller: PersonCaller, view: View & Listed<Path>) => Part
  readonly below?: (caller: PersonCaller, view: View & Listed<Path>, shown: Shown) => Part
}

interface Listed<Path extends string> {
  readonly params: PathParams<Path>
  readonly href: string
  readonly set: Readonly<Record<string, string>>
  readonly beside: PageLinks
}

/** Makes the page of a list. Filters, pager and the states without rows come with it. */
export function listing<const Path extends string, const F extends Filters, View extends Read>(
  options: ListingOptions<Path, F, View>,
): Screen<PathParams<Path>> {
  const { title, back, filters = {} as F, search, problemsIn, fillsFilters } = options
  const names = [...(search ? ['q'] : []), ...Object.keys(filters)]
  const page: Screen<PathParams<Path>> = screen({
    ...options,
    query: [...names, 'cursor'],
    read: async (gateway, visit) => {
      const { query, params, form } = visit
      const chosen = Object.fromEntries(names.map((name) => [name, chosenBy(filters[name], query[name])]))
      const after = positionOf({ cursor: trimOrUndefined(query.cursor) })
      const view = await options.read(gateway, visit, chosen as Chosen<F & { q: string }>, after)
      const href = page.hrefOf(params)
      const shown = { ...chosen, ...(fillsFilters && form), ...view.required }
      const set = Object.fromEntries(names.map((name) => [name, shown[name] ?? '']))
      return { ...view, params, href, set, beside: pageLinks(href, query, view.next) }
    },
    show: (caller, view, shown) => ({
      ...{ title, back, lead: options.lead(caller, view), actions: options.actions?.(caller, view), problemsIn },
      body: html`${options.above?.(caller, view, shown)}
${names.length > 0 && filterBar(view, filters, search)}
${options.middle?.(caller, view)}
${rowsOf(options, caller, view, names.length > 0)}
${pager(view.beside)}
${options.below?.(caller, view, shown)}`,
    }),
  })
  return page
}

function filterBar({ href: path, set, ...view }: Read & Listed<string>, filters: Filters, search?: string): Html {
  const shown = Object.entries(filters).map(([name, filter]) => {
    const isRequired = Boolean(view.required?.[name])
    return { name, value: set[name]!, isRequired, ...fieldOf(name, filter, view.choices) }
  })
  return filterForm({ path, ...(search && { search: { value: set.q!, label: search } }), filters: shown })
}

function rowsOf<Path extends string, F extends Filters, View extends Read>(
  { path, page = pageNameOf(path), title, noun = title.toLowerCase(), none, rows }: ListingOptions<Path, F, View>,
  caller: PersonCaller,
  view: View & Listed<Path>,
  isFiltered: boolean,
): Html {
  if (view.items.length > 0 || !none) return list({ name: page, ...rows(caller, view), rows: view.items })
  const isNarrowed = (!view.required && Object.values(view.set).some(Boolean)) || view.beside.newer !== undefined
  if (isNarrowed && isFiltered) return noMatch(noun, view.href)
  const { heading = `No ${noun} yet`, words, action } = none(caller)
  return statePanel('empty', heading, words, action)
}

function chosenBy(filter: Filter | undefined, text: string | undefined): string | undefined {
  if (typeof filter === 'object' && 'map' in filter) return oneOf(text, filter)
  if (typeof filter === 'object' && filter.among) return filter.among.find(([value]) => value === text)?.[0]
  if (filter === FROM || filter === TO) return text && startOfDay('UTC', text) ? text : undefined
  return trimOrUndefined(text)
}

function fieldOf(name: string, filter: Filter, choices: Read['choices']) {
  if (typeof filter === 'string') return { label: filter, options: choices?.[name] }
  if ('map' in filter)
    return { label: sentenceCase(name), options: filter.map((one) => [one, sentenceCase(one)] as const) }
  return { label: filter.label, options: filter.among, type: filter.type }
}

export const FROM = { label: 'From', type: 'date' } as const
export const TO = { label: 'To', type: 'date' } as const
