import type { Coffee } from '../catalogue.ts'
import { type Html, html } from '../html.ts'

/** A bag of coffee, drawn in its own colors. Decoration: its name stands beside it. */
export function bag({ slug, name, colours: [paper, sky, sun, far, near] }: Coffee): Html {
  const label = `label-${slug}`
  return html`<svg class="bag" viewBox="0 0 200 260" aria-hidden="true" focusable="false">
<defs><clipPath id="${label}"><rect x="46" y="88" width="108" height="96" rx="54"/></clipPath></defs>
<ellipse cx="100" cy="246" rx="74" ry="8" fill="#2b2320" opacity=".14"/>
<path d="M34 46 Q100 38 166 46 L172 236 Q100 252 28 236 Z" fill="${paper}"/>
<path d="M150 44 L166 46 L172 236 L146 241 Z" fill="#000" opacity=".12"/>
<path d="M34 46 L48 44 L46 240 L28 236 Z" fill="#fff" opacity=".1"/>
<path d="M36 20 Q100 14 164 20 L166 48 Q100 40 34 48 Z" fill="${near}"/>
<path d="M60 33 H140" stroke="${sky}" stroke-width="2" stroke-linecap="round" opacity=".7"/>
<g clip-path="url(#${label})">
<rect x="46" y="88" width="108" height="96" fill="${sky}"/>
<circle cx="116" cy="126" r="19" fill="${sun}"/>
<path d="M40 150 Q66 116 92 142 T160 130 V190 H40 Z" fill="${far}"/>
<path d="M40 168 Q74 140 104 162 T160 158 V190 H40 Z" fill="${near}"/>
</g>
<text x="100" y="72" text-anchor="middle" font-family="Georgia, serif" font-size="13" letter-spacing="3" fill="${sky}">LARKSPUR</text>
<text x="100" y="206" text-anchor="middle" font-family="Georgia, serif" font-size="13" font-weight="700" fill="#fff">${name}</text>
<text x="100" y="222" text-anchor="middle" font-family="Georgia, serif" font-size="9" letter-spacing="1.5" fill="${sky}">BEANS · 250 G</text>
</svg>`
}
