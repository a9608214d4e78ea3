import { attributes, type Html, html } from '#html/html.ts'
import { buildUrl } from './list.ts'

type Texts = Readonly<Record<string, string | undefined>>

/** Value by which a list is filtered. It is in the address, so a link shows the same rows to all users. */
export interface Filter {
  readonly name: string
  readonly label: string
  readonly value: string
  /** A choice of values with their words; without, it is typed. */
  readonly options?: readonly (readonly [value: string, words: string])[]
  readonly isRequired?: boolean
  readonly type?: 'text' | 'date'
  readonly inputmode?: 'decimal'
  readonly problem?: string | undefined
}

export interface FiltersView {
  readonly path: string
  /** The search box above the filters, if it is not in the bar. */
  readonly search?: { readonly value: string; readonly label: string; readonly hint?: string }
  readonly filters: readonly Filter[]
  /** Values of the address that other parts of the page show. */
  readonly kept?: Texts
}

/** `id` of the form, for fields of it that are elsewhere in the page. */
export const FILTERS_FORM = 'filters'

/**
 * A form that writes its filters into the address: a row of chips, each with a cross once it is set. On a phone they
 * fold away behind their number.
 */
export function filters({ path, search, filters: all, kept = {} }: FiltersView): Html {
  const set = {
    ...kept,
    q: search?.value ?? kept.q,
    ...Object.fromEntries(all.map(({ name, value }) => [name, value])),
  }
  const required = all.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const canClear = Object.entries(set).some(([name, value]) => value && !required.includes(name))
  return html`<form class="filters" id="${FILTERS_FORM}" method="get" action="${path}" data-form="filters" role="search" aria-label="Filters">
${search && searchBox(search)}
${all.length > 0 ? fold(all, set, path, canClear) : clearLink(path, canClear)}
</form>`
}

function fold(all: readonly Filter[], set: Texts, path: string, canClear: boolean): Html {
  const active = all.filter(({ value }) => value !== '').length
  return html`<details class="fold" data-active="${active}"${attributes({ open: all.some(({ problem }) => problem) })}>
<summary><span>Filters</span>${active > 0 && html` <span class="badge badge-info">${active}</span>`}</summary>
<div class="filter-row">
${all.map((one) => filterField(one, buildUrl(path, { ...set, [one.name]: '' })))}
<div class="filter-actions">
${clearLink(path, canClear)}
<button class="button button-secondary" data-action="apply">Apply</button>
</div>
</div>
</details>`
}

function clearLink(path: string, canClear: boolean): Html | false {
  return canClear && html`<a class="button button-quiet" href="${path}" data-action="clear">Clear</a>`
}

export function searchBox({ value, label, hint }: NonNullable<FiltersView['search']>): Html {
  return html`<div class="field search-field">
<label class="visually-hidden" for="q">${label}</label>
<div class="search-line"><input id="q" type="search" name="q" value="${value}" placeholder="${label}" maxlength="255" autocomplete="off" spellcheck="false"
data-filter="q"${attributes({ 'aria-describedby': hint && 'q-hint' })}>
<button class="button button-secondary" data-action="search">Search</button></div>
${hint && html`<p class="hint" id="q-hint">${hint}</p>`}
</div>`
}

/** A field that cannot hold what was typed would show nothing, so with a problem it takes any text. @param without leads there */
function filterField(filter: Filter, without: string): Html {
  const { name, label, value, options, isRequired, type = 'text', inputmode, problem } = filter
  const id = `filter-${name}`
  const described = { 'aria-invalid': problem && 'true', 'aria-describedby': problem && `${id}-problem` }
  const isNamed = value !== '' || (options === undefined && type === 'date')
  const input = options
    ? html`<select id="${id}" name="${name}" data-filter="${name}" data-auto-submit${attributes(described)}>
${!isRequired && html`<option value="">${isNamed ? 'Any' : label}</option>`}
${options.map(([key, words]) => html`<option value="${key}"${attributes({ selected: key === value })}>${words}</option>`)}
</select>`
    : html`<input id="${id}" type="${problem ? 'text' : type}" name="${name}" value="${value}" maxlength="255" autocomplete="off" spellcheck="false"
data-filter="${name}"${attributes({ inputmode, placeholder: !isNamed && label, ...described })}>`
  return html`<div class="filter${value !== '' && ' filter-set'}">
<div class="filter-chip">${value === '' && html`<span class="muted" aria-hidden="true">+</span>`}<label for="${id}" class="${isNamed ? 'muted' : 'visually-hidden'}">${label}</label>
${input}${value !== '' && !isRequired && html`<a href="${without}" data-action="remove-filter" aria-label="Remove ${label}">×</a>`}</div>
${problem && html`<p class="field-problem" id="${id}-problem" data-problem="${name}">${problem}</p>`}
</div>
`
}
