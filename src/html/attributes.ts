import { Html, html } from './html.ts'

/** Attributes of an element: `true` is an empty one; null, undefined and `false` are none. */
export type Attributes = Readonly<Record<string, string | number | bigint | boolean | null | undefined>>

/** Attributes as they stand in a tag, each behind a blank; names are ours, values are escaped. */
export function attributes(values: Attributes): readonly Html[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === false) return []
    return value === true ? [new Html(` ${name}`)] : [html`${new Html(` ${name}`)}="${value}"`]
  })
}
