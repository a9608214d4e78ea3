import { type Html, html } from '../html.ts'

/** The morning over the coffee hills, with a cup in front. Decoration. */
export function hills(): Html {
  return html`<svg class="hero-art" viewBox="0 0 560 420" aria-hidden="true" focusable="false">
<defs>
<linearGradient id="dawn" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#c9c6ee"/><stop offset=".55" stop-color="#fbe1c2"/><stop offset="1" stop-color="#f7c590"/></linearGradient>
<clipPath id="frame"><rect width="560" height="420" rx="28"/></clipPath>
</defs>
<g clip-path="url(#frame)">
<rect width="560" height="420" fill="url(#dawn)"/>
<circle cx="372" cy="176" r="66" fill="#f08a4b"/>
<circle cx="372" cy="176" r="92" fill="#f08a4b" opacity=".18"/>
<path d="M0 250 Q120 150 250 226 T560 190 V420 H0 Z" fill="#9b98d6"/>
<path d="M0 292 Q150 214 300 276 T560 250 V420 H0 Z" fill="#6865b4"/>
<path d="M0 340 Q170 268 330 322 T560 304 V420 H0 Z" fill="#45428f"/>
<path d="M0 384 Q190 330 360 372 T560 358 V420 H0 Z" fill="#2c2a63"/>
<g fill="none" stroke="#8a87cf" stroke-width="2" opacity=".5"><path d="M10 362 Q170 300 330 346"/><path d="M20 380 Q180 318 350 360"/></g>
<ellipse cx="176" cy="382" rx="112" ry="13" fill="#17163a" opacity=".45"/>
<path d="M98 274 H254 Q256 366 210 376 H142 Q96 366 98 274 Z" fill="#fffaf2"/>
<path d="M252 292 Q306 288 292 330 Q280 356 240 348" fill="none" stroke="#fffaf2" stroke-width="13" stroke-linecap="round"/>
<path d="M224 274 H254 Q256 366 210 376 H196 Q232 350 224 274 Z" fill="#e9dccb"/>
<ellipse cx="176" cy="274" rx="78" ry="15" fill="#f3e6d5"/>
<ellipse cx="176" cy="275" rx="67" ry="11" fill="#5a3423"/>
<path d="M140 272 Q176 264 208 273" fill="none" stroke="#b0764f" stroke-width="4" stroke-linecap="round"/>
<g fill="none" stroke="#fffaf2" stroke-width="7" stroke-linecap="round" opacity=".75"><path d="M150 236 q-14 -20 2 -40 t0 -40"/><path d="M190 236 q-14 -22 2 -44 t0 -44"/></g>
</g></svg>`
}
