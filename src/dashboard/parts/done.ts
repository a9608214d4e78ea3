import { type Html, html } from '#html/html.ts'

export function doneNotice(words: string | undefined): Html | false {
  return words !== undefined && html`<p class="notice notice-success" role="status" data-state="done">${words}</p>`
}
