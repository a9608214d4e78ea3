import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/** The scripts of our own pages; all paths are below `web/`. */
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

/** The scripts that shops load into theirs. */
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
  /** Strict, minified, and nothing of it is global. */
  readonly code: string
  /** Its source map (ECMA-426), with the sources in it and paths relative to `web/`. */
  readonly map: string
}

const WEB = fileURLToPath(new URL('../../web', import.meta.url))

const OUTPUT = build()
const BUNDLES = bundles()

export function bundleOf(script: PageScript | ShopScript): Bundle {
  return BUNDLES[script]!
}

/** A style sheet without comments and blanks: pages are drawn only after it has come. */
export function styleOf(file: StyleFile): string {
  return OUTPUT.get(file)!
}

/** All files in one run of esbuild: starting it costs more than what it does. @throws if a source has an error */
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
    // A first line without code: what shopScript writes there moves nothing that the map speaks of.
    banner: { js: ' ' },
    // Apart, and named by a header: an address inside the script would have to name what its digest covers.
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
