import { type Html, html } from './html.ts'

/** Values a form carries along without showing them. */
export function hiddenFields(fields: Readonly<Record<string, string | undefined>>): readonly Html[] {
  return Object.entries(fields)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
}

/**
 * A form that `auto-submit.ts` posts by itself; without script its button does.
 * @param delaySeconds how long it waits first
 */
export function selfPostingForm(
  url: string,
  fields: Readonly<Record<string, string | undefined>>,
  label: string,
  delaySeconds = 0,
): Html {
  return html`<form method="post" action="${url}" data-auto-submit="${delaySeconds}">
${hiddenFields(fields)}
<button class="button button-secondary">${label}</button>
</form>`
}
