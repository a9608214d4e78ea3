import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/** Scripts of our own pages, below `web/`. */
export const PAGE_SCRIPTS = [
  'three-ds/auto-submit.ts',
  'three-ds/challenge.ts',
  'three-ds/challenge-return.ts',
  'three-ds/fingerprint.ts',
  'three-ds/method-notified.ts',
  'hosted-page/main.ts',
  'card-frame/main.ts',
  'card-frame/denial.ts',
  'challenge-window/main.ts',
  'dashboard/main.ts',
  'dashboard/appearance.ts',
  'dashboard/passkey.ts',
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

const SCRIPTS = [...PAGE_SCRIPTS, ...SHOP_SCRIPTS]

interface Bundle {
  /** Strict, minified, without globals. */
  readonly code: string
  /** Source map (ECMA-426), with the sources in it and paths relative to `web/`. */
  readonly map: string
}

const WEB = fileURLToPath(new URL('../../web', import.meta.url))

const OUTPUT = build()
const BUNDLES = bundles()

export function bundleOf(script: PageScript | ShopScript): Bundle {
  return BUNDLES[script]!
}

/** Removes comments and blanks, because pages are drawn only after the style sheet has loaded. */
export function styleOf(file: StyleFile): string {
  return OUTPUT.get(file)!
}

/** Builds all files in one run of esbuild: starting it costs more than the work. @throws if a source has an error */
function build(): ReadonlyMap<string, string> {
  const { outputFiles } = buildSync({
    entryPoints: [...SCRIPTS, ...STYLES],
    absWorkingDir: WEB,
    outbase: WEB,
    outdir: WEB,
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    // A first line without code: text that shopScript writes there moves nothing in the map.
    banner: { js: ' ' },
    // Named by a header, because a URL in the script would include a digest of itself.
    sourcemap: 'external',
    logLevel: 'silent',
  })
  return new Map(outputFiles.map(({ path, text }) => [path.slice(WEB.length + 1), text]))
}

function bundles(): Record<string, Bundle> {
  const all = SCRIPTS.map((script) => {
    const path = script.replace(/\.ts$/, '.js')
    return [script, { code: OUTPUT.get(path)!, map: OUTPUT.get(`${path}.map`)! }]
  })
  return Object.fromEntries(all)
}
