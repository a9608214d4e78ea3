import { fileURLToPath } from 'node:url'
import { buildSync, type OutputFile } from 'esbuild'

/** Scripts of our own pages, below `web/`. */
export const PAGE_SCRIPTS = [
  'three-ds/auto-submit.ts',
  'three-ds/challenge.ts',
  'three-ds/challenge-return.ts',
  'three-ds/fingerprint.ts',
  'three-ds/method-notified.ts',
  'hosted-page/main.ts',
  'hosted-page/print.ts',
  'card-frame/main.ts',
  'card-frame/denial.ts',
  'challenge-window/main.ts',
  'dashboard/main.ts',
  'dashboard/appearance.ts',
  'dashboard/passkey.ts',
  'dashboard/demo-sign-in.ts',
  'dashboard/settlement-upload.ts',
  'simulators/main.ts',
  'docs/main.ts',
  'docs/reference.ts',
] as const

export const SHOP_SCRIPTS = [
  'embedded-fields/main.ts',
  'embedded-fields/walleta-pay-redirect.ts',
  'embedded-fields/walletb-pay-redirect.ts',
] as const

/** Below `web/`. */
export const STYLES = [
  'theme.css',
  'simulators/charge-page.css',
  'simulators/bank-payments.css',
  'hosted-page/hosted-page.css',
  'card-frame/card-frame.css',
  'challenge-window/challenge-window.css',
  'dashboard/sign-in.css',
  'dashboard/dashboard.css',
  'docs/docs.css',
  'docs/reference.css',
] as const

export type StyleFile = (typeof STYLES)[number]
export type PageScript = (typeof PAGE_SCRIPTS)[number]
export type ShopScript = (typeof SHOP_SCRIPTS)[number]

interface Bundle {
  /** Strict, minified, without globals. */
  readonly code: string
  /** Source map (ECMA-426), with the sources in it and paths relative to `web/`. */
  readonly map: string
}

const WEB = fileURLToPath(new URL('../../web', import.meta.url))

const OUTPUT = build()
const [FONT_FILE, { contents: FONT_BYTES }] = [...OUTPUT].find(([path]) => path.endsWith('.woff2'))!

/** Typeface of all pages, under the path that `fonts.css` names. */
export const FONT = { path: `/assets/${FONT_FILE}`, bytes: FONT_BYTES }

export function bundleOf(script: PageScript | ShopScript): Bundle {
  const path = script.replace(/\.ts$/, '.js')
  return { code: OUTPUT.get(path)!.text, map: OUTPUT.get(`${path}.map`)!.text }
}

/** Removes comments and blanks, because pages are drawn only after the style sheet has loaded. */
export function styleOf(file: StyleFile): string {
  return OUTPUT.get(file)!.text
}

/** Builds all files in one run of esbuild: starting it costs more than the work. @throws if a source has an error */
function build(): ReadonlyMap<string, OutputFile> {
  const { outputFiles } = buildSync({
    entryPoints: [...PAGE_SCRIPTS, ...SHOP_SCRIPTS, ...STYLES],
    absWorkingDir: WEB,
    outbase: WEB,
    outdir: WEB,
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    loader: { '.woff2': 'file' },
    publicPath: '/assets',
    assetNames: '[name]-[hash]',
    // A first line without code: text that shopScript writes there moves nothing in the map.
    banner: { js: ' ' },
    // Named by a header, because a URL in the script would include a digest of itself.
    sourcemap: 'external',
    logLevel: 'silent',
  })
  return new Map(outputFiles.map((file) => [file.path.slice(WEB.length + 1), file]))
}
