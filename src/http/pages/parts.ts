import { type Html, html } from './html.ts'

/** The strip above every simulator page: it says plainly that nothing here is real. */
export function simulatorRibbon(what: string): Html {
  return html`<aside class="ribbon" aria-label="Simulator"><strong>Simulator</strong> <span>${what}</span></aside>`
}

/** Names and values, as a purchase is described. */
export function facts(entries: Readonly<Record<string, string | undefined>>): Html {
  const rows = Object.entries(entries)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  return html`<dl class="facts">${rows}</dl>`
}

/** A page that is only there while the browser goes on by itself. */
export function passage(heading: string, words: string, content?: Html): Html {
  return html`<main class="page">
<section class="panel panel-center" aria-live="polite">
<span class="spinner" aria-hidden="true"></span>
<h1>${heading}</h1>
<p class="muted">${words}</p>
${content}
</section>
</main>`
}
