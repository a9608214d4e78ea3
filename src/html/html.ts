/** Markup that is safe to send. Only `html` makes it, so everything else in a page is escaped. */
export class Html {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** Content of a template: text is escaped, markup is not; null, undefined and `false` are nothing. */
export type Part = Html | string | number | bigint | false | null | undefined | readonly Part[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Template tag for pages. Attribute values must be quoted; both kinds of quotes are escaped. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(render)))
}

function render(part: Part): string {
  if (part instanceof Html) return part.toString()
  if (Array.isArray(part)) return part.map(render).join('')
  if (part === false || part === null || part === undefined) return ''
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}

/** Attributes of an element: `true` is an empty one; null, undefined and `false` are none. */
export type Attributes = Readonly<Record<string, string | number | bigint | boolean | null | undefined>>

/** Writes each attribute after a blank; names are ours, values are escaped. */
export function attributes(values: Attributes): readonly Html[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === false) return []
    return value === true ? [new Html(` ${name}`)] : [html`${new Html(` ${name}`)}="${value}"`]
  })
}
