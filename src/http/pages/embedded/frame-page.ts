import { randomBytes } from 'node:crypto'
import { BRANDS } from '#domain/brands.ts'
import type { FrameAccess } from '#flows/embedded-fields/authorize-frame.ts'
import { type AssetFile, assetOf, frameTextsPath } from '#html/assets.ts'
import { html } from '#html/html.ts'
import { ANY_WEB_ADDRESS, type Page } from '#html/layout.ts'
import type { Locale } from '#web/shared/locales.ts'
import type { AgreementTexts } from '#web/shared/protocol.ts'
import type { BrowserSession } from '../../api/browser-sessions.ts'
import { network } from '../hosted/card-methods.ts'

/** Script and title of each frame. A denied one has no fields. */
const FRAMES = {
  fields: { script: 'card-frame/main.ts', style: 'card-frame/card-frame.css' },
  challenge: { script: 'challenge-window/main.ts', style: 'challenge-window/challenge-window.css' },
  denial: { script: 'card-frame/denial.ts', style: 'card-frame/card-frame.css' },
} as const satisfies Record<string, { script: AssetFile; style: AssetFile }>

/** Configuration that the script of the frame reads (`web/shared/handshake.ts`). */
interface FrameConfig extends Omit<FrameAccess, 'session'> {
  readonly clientKey: string
  readonly sessionId: string
  /** Session for the fields; null for the challenge window and for a denied page. */
  readonly session: (BrowserSession & { readonly agreement: AgreementTexts | null }) | null
}

type Kind = 'fields' | 'challenge'

/**
 * Frame of the embedded fields in a page of a shop. Only pages of the shop may show one with fields; any page may show
 * one that reports why there are none.
 * @param locale its texts load together with the script
 * @param isolated for a cross-origin isolated page: its frame shows only banks that allow that
 */
export function embeddedFramePage(kind: Kind, config: FrameConfig, locale: Locale, isolated: boolean): Page {
  const { script, style } = FRAMES[config.denial ? 'denial' : kind]
  const nonce = randomBytes(16).toString('base64')
  const { path, integrity } = assetOf(script)
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment</title>
<link rel="stylesheet" href="${assetOf(style).path}" nonce="${nonce}">
${
  config.session &&
  html`<link rel="preload" href="${frameTextsPath(locale)}" as="fetch" crossorigin>
`
}<script type="module" src="${path}" integrity="${integrity}" nonce="${nonce}"></script>
</head>
<body data-config="${JSON.stringify({ ...config, locale, texts: frameTextsPath('{locale}') })}">${config.session && html`<div hidden>${BRANDS.map(network)}</div>`}</body>
</html>
`
  return { html: document.toString(), csp: policyOf(config, nonce), isolated }
}

function policyOf({ origins, denial }: FrameConfig, nonce: string): string {
  const shops = denial || origins === null ? '*' : `'self' ${origins.join(' ')}`
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    // Banks, and the pages of their method and challenge, may be at any address.
    `form-action ${ANY_WEB_ADDRESS}`,
    `frame-src ${ANY_WEB_ADDRESS}`,
    `frame-ancestors ${shops}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
