import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'
import { copyButton, copyIcon } from './code-block.ts'

/** Characters shown of the beginning and of the end. */
const [HEAD, TAIL] = [8, 4]

/** An ID whose middle is not drawn; it is still read aloud, selected and found in full. @param field `data-field` */
export function shortId(id: string, field?: string): Html {
  const named = attributes({ 'data-field': field })
  if (id.length <= HEAD + TAIL + 2) return html`<code class="id" translate="no"${named}>${id}</code>`
  const [head, middle, tail] = [id.slice(0, HEAD), id.slice(HEAD, -TAIL), id.slice(-TAIL)]
  return html`<code class="id" translate="no"${named}>${head}<i class="id-middle">${middle}</i>${tail}</code>`
}

/** An ID of a sheet, with a button that copies it. @param field `data-field` @param what its name, for screen readers */
export function copiedId(id: string, field?: string, what = 'ID'): Html {
  return html`<span class="copied">${shortId(id, field)} ${copyButton(id, what)}</span>`
}

/** An ID that leads to its page. @param things part of the path, such as `sessions` */
export function linkedId(things: string, id: string): Html {
  return html`<a href="/dashboard/${things}/${encodeURIComponent(id)}">${shortId(id)}</a>`
}

/** An ID in a list, where a button with words has no room. */
export function listedId(id: string, what = 'ID'): Html {
  return html`${shortId(id)} ${copyIcon(id, `${what} ${id}`)}`
}
