import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { bundle } from './bundle.ts'

/** A file that pages load. Its name holds a digest of its content, so it may be cached for ever. */
export interface Asset {
  readonly path: string
  readonly content: string
  readonly contentType: string
  /** For the `integrity` attribute of whoever loads it (W3C Subresource Integrity). */
  readonly integrity: string
}

/** Everything under `web/` that is served, and how. A file that is not listed stays private. */
const FILES = {
  'theme.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'simulators/charge-page.css': 'text/css; charset=utf-8',
  'simulators/bank-payments.css': 'text/css; charset=utf-8',
  'three-ds/auto-submit.ts': 'text/javascript; charset=utf-8',
  'three-ds/challenge.ts': 'text/javascript; charset=utf-8',
  'three-ds/challenge-return.ts': 'text/javascript; charset=utf-8',
  'three-ds/fingerprint.ts': 'text/javascript; charset=utf-8',
  'hosted-page/hosted-page.css': 'text/css; charset=utf-8',
  'hosted-page/main.ts': 'text/javascript; charset=utf-8',
  'card-frame/card-frame.css': 'text/css; charset=utf-8',
  'card-frame/main.ts': 'text/javascript; charset=utf-8',
  'card-frame/denial.ts': 'text/javascript; charset=utf-8',
  'challenge-window/challenge-window.css': 'text/css; charset=utf-8',
  'challenge-window/main.ts': 'text/javascript; charset=utf-8',
} as const

export type AssetFile = keyof typeof FILES

const WEB = new URL('../../../web/', import.meta.url)

const ASSETS = Object.fromEntries(
  Object.entries(FILES).map(([file, contentType]) => [file, readAsset(file, contentType)]),
) as Readonly<Record<AssetFile, Asset>>

const BY_PATH = new Map(Object.values(ASSETS).map((asset) => [asset.path, asset]))

/** A file under `web/`, as it is served. */
export function assetOf(file: AssetFile): Asset {
  return ASSETS[file]
}

/** The address of a file under `web/`, e.g. `/assets/theme-3f0c….css`. */
export function assetPath(file: AssetFile): string {
  return ASSETS[file].path
}

export function findAsset(path: string): Asset | undefined {
  return BY_PATH.get(path)
}

/** Reads a file once, at start; browsers get TypeScript without its types, in one piece with what it imports. */
function readAsset(file: string, contentType: string): Asset {
  const url = new URL(file, WEB)
  const content = file.endsWith('.ts') ? bundle(url) : readFileSync(url, 'utf8')
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const [name, ending] = file.replace(/\.ts$/, '.js').replace('/', '-').split('.')
  return { path: `/assets/${name}-${digest}.${ending}`, content, contentType, integrity: integrityOf(content) }
}

/** The digest a browser holds a script against before it runs it. */
export function integrityOf(content: string): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}
