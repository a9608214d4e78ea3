import { Html, html } from './html.ts'

/** Attributes of an element: `true` is an empty one; null, undefined and `false` are none. */
export type Attributes = Readonly<Record<string, string | number | bigint | boolean | null | undefined>>

/** Writes each attribute after a blank; names are ours, values are escaped. */
export function attributes(values: Attributes): readonly Html[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === false) return []
    return value === true ? [new Html(` ${name}`)] : [html`${new Html(` ${name}`)}="${value}"`]
  })
}
