import { type Html, html } from '../html.ts'

interface Page {
  readonly title: string
  readonly main: Html
  readonly script?: string
  /** A script of another origin that the page's own script needs. */
  readonly before?: string
  /** Bags in the basket, for the header; pages beyond checkout show none. */
  readonly bags?: number
}

/** The frame of every page of the shop. */
export function layout({ title, main, script, before, bags }: Page): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#45428f">
<title>${title} · Larkspur Coffee Roasters</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/shop.css">
<link rel="stylesheet" href="/pages.css">
<link rel="stylesheet" href="/checkout.css">
<link rel="stylesheet" href="/payment-options.css">
<link rel="stylesheet" href="/embedded.css">
${before !== undefined && html`<script src="${before}" defer></script>`}
${script !== undefined && html`<script type="module" src="/${script}"></script>`}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<aside class="ribbon" aria-label="About this demo"><strong>Demo shop.</strong> Payments are simulated: no card is charged, nothing is shipped.</aside>
<header class="top">
<a class="wordmark" href="/">${petals()}<span>Larkspur</span></a>
${bags !== undefined && html`<nav aria-label="Shop"><a href="/#coffee">Coffee</a><a href="/#basket">Basket <span class="pill">${bags}</span></a></nav>`}
</header>
<main id="main">${main}</main>
<footer class="foot"><p>Larkspur Coffee Roasters is the demo shop of Tollgate, a payment gateway you host yourself. Three ways to build a
checkout: <a href="/embedded">fields in the shop’s page</a>, <a href="/hosted">the gateway’s page</a>, <a href="/api">the API</a>.</p></footer>
</body>
</html>`
}

/** A page that only has something to say. */
export function messagePage(title: string, text: string): Html {
  const main = html`<section class="message panel"><h1>${title}</h1><p>${text}</p>
<p><a class="button" href="/">Back to the coffee</a></p></section>`
  return layout({ title, main })
}

function petals(): Html {
  const petal = (turn: number) => html`<ellipse cx="16" cy="8.5" rx="4.6" ry="7" transform="rotate(${turn} 16 16)"/>`
  return html`<svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true"><g class="petals">${[0, 72, 144, 216, 288].map(petal)}</g><circle cx="16" cy="16" r="3.6" fill="#f3b13c"/></svg>`
}
