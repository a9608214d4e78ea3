import { type Html, html } from './html.ts'

/** Strip above every simulator page: nothing here is real. */
export function simulatorRibbon(name: string, words: string): Html {
  return html`<aside class="ribbon" aria-label="${name}"><strong>${name}</strong> <span>${words}</span></aside>`
}

export function facts(entries: Readonly<Record<string, Html | string | undefined>>): Html {
  const rows = Object.entries(entries)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  return html`<dl class="facts">${rows}</dl>`
}

/** Content until the browser continues automatically. */
export function progressPanel(heading: string, words: string, content?: Html): Html {
  return html`<main class="page">
<section class="panel panel-center" aria-live="polite">
<span class="spinner" aria-hidden="true"></span>
<h1>${heading}</h1>
<p class="muted">${words}</p>
${content}
</section>
</main>`
}

export function hiddenFields(fields: Readonly<Record<string, string | undefined>>): readonly Html[] {
  return Object.entries(fields)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
}

/** Posted by `auto-submit.ts`, without script by its button. @param delaySeconds wait before that */
export function autoSubmitForm(
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
