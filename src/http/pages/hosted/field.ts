import { COUNTRIES } from '#domain/country.ts'
import { Html, html } from '#html/html.ts'
import { FIELDS } from '#web/shared/fields/field-kinds.ts'
import { textsOf } from '#web/shared/fields/texts/index.ts'
import type { Texts } from '#web/shared/fields/texts/texts.ts'
import type { Locale } from '#web/shared/locales.ts'
import { type FormInput, type FormProblem, fieldOf, type InputName } from './form-fields.ts'

/** Entered values of a form, and its problems. */
export interface ShownForm {
  readonly locale: Locale
  /** Without digits of cards, which must be entered again. */
  readonly values: Partial<Readonly<Record<InputName, string>>>
  readonly problems: readonly FormProblem[]
}

/** Draws a label, an input, a hint and a problem. `main.ts` of the page reads its `data-` attributes. */
export function field({ name, required }: FormInput, { locale, values, problems }: ShownForm): Html {
  const texts = textsOf(locale)
  const kind = fieldOf(name)
  const problem = problems.find(({ input }) => input === name)?.message
  const optional = required ? '' : ` ${texts.optional}`
  return html`<div class="field field-${kind}" data-field="${kind}" data-input="${name}"${flag(required, ' data-required')}>
<label for="${name}">${texts[kind]}${optional}</label>
${name === 'number' && html`<span class="brand" translate="no"></span>`}
${name === 'country' ? countries(locale, values.country, problem) : input(name, texts, values[name], problem)}
<p class="hint" id="${name}-hint">${kind === 'cvc' && texts.cvcHint}</p>
<p class="field-problem" id="${name}-problem">${problem}</p>
</div>`
}

function input(name: InputName, texts: Texts, value: string | undefined, problem: string | undefined): Html {
  const { autocomplete, inputmode } = FIELDS[fieldOf(name)]
  const type = inputmode === 'email' ? 'email' : 'text'
  const placeholder = name === 'expiry' ? texts.expiryHint : ''
  return html`<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" inputmode="${inputmode ?? 'text'}"${flag(inputmode !== undefined, ' dir="ltr"')}
value="${value}" placeholder="${placeholder}" maxlength="255" spellcheck="false" translate="no"
aria-describedby="${name}-hint ${name}-problem"${flag(problem !== undefined, ' aria-invalid="true"')}>`
}

function countries(locale: Locale, chosen: string | undefined, problem: string | undefined): Html {
  const options = sortedCountries(locale).map(
    ([code, name]) => html`<option value="${code}"${flag(code === chosen, ' selected')}>${name}</option>`,
  )
  return html`<select id="country" name="country" autocomplete="country" translate="no"
aria-describedby="country-hint country-problem"${flag(problem !== undefined, ' aria-invalid="true"')}>
<option value="">${textsOf(locale).chooseCountry}</option>${options}
</select>`
}

const countryNames = new Map<Locale, readonly (readonly [code: string, name: string])[]>()

/** Sorts countries by their names in this language, once per language. */
function sortedCountries(locale: Locale) {
  const names = new Intl.DisplayNames([locale, 'en'], { type: 'region' })
  const sorted =
    countryNames.get(locale) ??
    COUNTRIES.map((code) => [code, names.of(code) ?? code] as const).sort(([, one], [, other]) =>
      one.localeCompare(other, locale),
    )
  countryNames.set(locale, sorted)
  return sorted
}

export function flag(isSet: boolean, attribute: string): Html | false {
  return isSet && new Html(attribute)
}
