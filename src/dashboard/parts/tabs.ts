import { attributes, type Html, html } from '#html/html.ts'

/** Links to neighboring pages. @param tabs `data-tab`, words and address of each @param current name of this page's */
export function tabs(
  label: string,
  current: string | undefined,
  ...all: readonly (readonly [name: string, words: string, href: string])[]
): Html {
  const links = all.map(
    ([name, words, href]) =>
      html`<a href="${href}" data-tab="${name}"${attributes({ 'aria-current': name === current && 'page' })}>${words}</a>\n`,
  )
  return html`<nav class="tabs" aria-label="${label}">${links}</nav>`
}
