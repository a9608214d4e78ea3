import { randomBytes } from 'node:crypto'
import { directionOf } from '#web/shared/locales.ts'
import { type AssetFile, assetPath } from './assets.ts'
import { FONT } from './bundle.ts'
import { attributes, Html, html } from './html.ts'

export interface Page {
  readonly html: string
  readonly csp: string
  /** If true, isolated pages may frame it (Cross-Origin-Embedder-Policy); its frames must be isolated, too. */
  readonly isolated?: boolean
}

export interface PageContent {
  readonly lang?: string
  readonly title: string
  /** Text of its previews in chats and searches, in addition to the title. */
  readonly description?: string
  /** Name of the page in tests and scripts: `body[data-page]`. */
  readonly page?: string
  readonly body: Html
  /** Chosen colors; those of the system by default. */
  readonly colorScheme?: 'light' | 'dark' | undefined
  /** In addition to the theme. */
  readonly styles?: readonly AssetFile[]
  readonly scripts?: readonly AssetFile[]
  /** Style sheet of this page alone, made of checked values only. */
  readonly look?: string
  /** Allowed targets of its forms, redirects included, as CSP sources. The gateway itself by default. */
  readonly formAction?: string
  /** Allowed frames, as CSP sources. None by default. */
  readonly frames?: string
  /** True if its scripts may call the gateway. */
  readonly connects?: boolean
  /** Shops frame pages of a 3-D Secure step; no other page may be framed. */
  readonly framedByAnybody?: boolean
}

/** For forms that redirect to a URL not known in advance. */
export const ANY_WEB_ADDRESS = 'http: https:'

/** Renders a page in the product's design (docs/contribute/design.md), with a policy that allows only what it names. */
export function renderPage(content: PageContent): Page {
  const { lang = 'en' } = content
  const nonce = randomBytes(16).toString('base64')
  const styles = ['theme.css' as const, ...(content.styles ?? [])].map(
    (file) => html`<link rel="stylesheet" href="${assetPath(file)}" nonce="${nonce}">
`,
  )
  const look =
    content.look &&
    html`<style nonce="${nonce}">${new Html(content.look)}</style>
`
  const scripts = (content.scripts ?? []).map(
    (file) => html`<script type="module" src="${assetPath(file)}" nonce="${nonce}"></script>`,
  )
  const document = html`<!doctype html>
<html lang="${lang}"${attributes({ dir: directionOf(lang) === 'rtl' && 'rtl', 'data-colors': content.colorScheme })}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${content.colorScheme ?? 'light dark'}">
<meta name="robots" content="noindex">
<title>${content.title}</title>
${preview(content)}<link rel="icon" href="${assetPath('icon.svg')}">
<link rel="preload" href="${FONT.path}" as="font" type="font/woff2" crossorigin>
${styles}${look}${scripts}
</head>
<body${content.page === undefined ? '' : html` data-page="${content.page}"`}>
${content.body}
</body>
</html>
`
  return { html: document.toString(), csp: policyOf(content, nonce), isolated: content.framedByAnybody ?? false }
}

function preview({ title, description }: PageContent): Html | false {
  return (
    description !== undefined &&
    html`<meta name="description" content="${description}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
`
  )
}

/** CSP source of a URL: its origin, or `'none'` if that is not valid in a header. */
export function sourceOf(url: string): string {
  const { origin } = new URL(url)
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : "'none'"
}

function policyOf(content: PageContent, nonce: string): string {
  const { formAction = "'self'", frames = "'none'", connects = false, framedByAnybody = false } = content
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    ...(connects ? ["connect-src 'self'"] : []),
    `form-action ${formAction}`,
    `frame-src ${frames}`,
    `frame-ancestors ${framedByAnybody ? '*' : "'none'"}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
