import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'

/** Value by which a list is filtered. It is in the address, so a link shows the same rows to all users. */
export interface Filter {
  readonly name: string
  readonly label: string
  readonly value: string
  /** A choice of values with their words; without, it is typed. */
  readonly options?: readonly (readonly [value: string, words: string])[]
  readonly type?: 'text' | 'date'
  readonly inputmode?: 'decimal'
  readonly problem?: string | undefined
}

export interface FiltersView {
  readonly path: string
  /** The search box above the filters, if it is not in the bar. */
  readonly search?: { readonly value: string; readonly label: string; readonly hint?: string }
  readonly filters: readonly Filter[]
  /** True if the list is narrowed in another way too, so that there is something to clear. */
  readonly isNarrowed?: boolean
}

/** `id` of the form, for fields of it that are elsewhere in the page. */
export const FILTERS_FORM = 'filters'

/** A form that writes its filters into the address: a row of chips. On a phone they fold away behind their number. */
export function filters({ path, search, filters: all, isNarrowed = false }: FiltersView): Html {
  const active = all.filter(({ value }) => value !== '').length
  const canClear = isNarrowed || active > 0 || (search?.value ?? '') !== ''
  return html`<form class="filters" id="${FILTERS_FORM}" method="get" action="${path}" data-form="filters" role="search" aria-label="Filters">
${search && searchBox(search)}
<details class="fold" data-active="${active}"${attributes({ open: all.some(({ problem }) => problem) })}>
<summary><span>Filters</span>${active > 0 && html` <span class="badge badge-info">${active}</span>`}</summary>
<div class="filter-row">
${all.map(filterField)}
<div class="filter-actions">
<button class="button button-secondary" data-action="apply">Apply</button>
${canClear && html`<a class="button button-quiet" href="${path}" data-action="clear">Clear</a>`}
</div>
</div>
</details>
</form>`
}

/** Filters of a list; the form leads to the list's path. */
export function searchBox({ value, label, hint }: NonNullable<FiltersView['search']>): Html {
  return html`<div class="field search-field">
<label for="q">${label}</label>
<div class="search-line"><input id="q" type="search" name="q" value="${value}" maxlength="255" autocomplete="off" spellcheck="false"
data-filter="q"${attributes({ 'aria-describedby': hint && 'q-hint' })}>
<button class="button button-primary" data-action="search">Search</button></div>
${hint && html`<p class="hint" id="q-hint">${hint}</p>`}
</div>`
}

/** A field that cannot hold what was typed would show nothing, so with a problem it takes any text. */
function filterField({ name, label, value, options, type = 'text', inputmode, problem }: Filter): Html {
  const id = `filter-${name}`
  const described = { 'aria-invalid': problem && 'true', 'aria-describedby': problem && `${id}-problem` }
  const isUnset = options !== undefined && value === ''
  const input = options
    ? html`<select id="${id}" name="${name}" data-filter="${name}" data-auto-submit${attributes(described)}>
<option value="">${isUnset ? label : 'Any'}</option>
${options.map(([key, words]) => html`<option value="${key}"${attributes({ selected: key === value })}>${words}</option>`)}
</select>`
    : html`<input id="${id}" type="${problem ? 'text' : type}" name="${name}" value="${value}" maxlength="255" autocomplete="off" spellcheck="false"
data-filter="${name}"${attributes({ inputmode, ...described })}>`
  return html`<div class="filter${value !== '' && ' filter-set'}">
<div class="filter-chip"><label for="${id}"${attributes({ class: isUnset && 'visually-hidden' })}>${label}</label>
${input}</div>
${problem && html`<p class="field-problem" id="${id}-problem" data-problem="${name}">${problem}</p>`}
</div>
`
}
