import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { textsOf } from '#web/shared/fields/texts/index.ts'
import { LOCALES } from '#web/shared/locales.ts'
import {
  bundleOf,
  PAGE_SCRIPTS,
  type PageScript,
  SHOP_SCRIPTS,
  type ShopScript,
  STYLES,
  type StyleFile,
  styleOf,
} from './bundle.ts'

/** File that pages load. Its name has a digest of its content, so it may be cached indefinitely. */
export interface Asset {
  readonly path: string
  readonly content: string
  readonly contentType: string
  /** For the `integrity` attribute (W3C Subresource Integrity). */
  readonly integrity: string
  /** Path of a script's source map, for debuggers. */
  readonly mapPath?: string
}

/** Files of our pages below `web/`; others stay private. */
export type AssetFile = PageScript | StyleFile | 'icon.svg'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  map: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
}

const WEB = new URL('../../web/', import.meta.url)

const MAPS = [...PAGE_SCRIPTS, ...SHOP_SCRIPTS].map(
  (file) => [file, asset(`${jsName(file)}.map`, bundleOf(file).map)] as const,
)
const MAP_PATHS = new Map<string, string>(MAPS.map(([file, { path }]) => [file, path]))

const ASSETS = Object.fromEntries([
  ...PAGE_SCRIPTS.map((file) => [file, { ...asset(jsName(file), bundleOf(file).code), mapPath: mapPath(file) }]),
  ...STYLES.map((file) => [file, asset(file, styleOf(file))]),
  ['icon.svg', asset('icon.svg', readFileSync(new URL('icon.svg', WEB), 'utf8'))],
]) as Readonly<Record<AssetFile, Asset>>

const TEXTS_DIGEST = digestOf(JSON.stringify(LOCALES.map(textsOf)))

/** Path of the texts of our frames. All languages share a digest, so a frame can load another one. @param locale or `{locale}` */
export function frameTextsPath(locale: string): string {
  return `/assets/frame-texts-${locale}-${TEXTS_DIGEST}.json`
}

const FRAME_TEXTS = LOCALES.map((locale) => {
  const content = JSON.stringify(textsOf(locale))
  const path = frameTextsPath(locale)
  return { path, content, contentType: CONTENT_TYPES.map!, integrity: integrityOf(content) }
})

const FILES = [...Object.values(ASSETS), ...MAPS.map(([, map]) => map), ...FRAME_TEXTS]
const BY_PATH = new Map(FILES.map((each) => [each.path, each]))

export function assetOf(file: AssetFile): Asset {
  return ASSETS[file]
}

/** Path of a file under `web/`, e.g. `/assets/theme-3f0c….css`. */
export function assetPath(file: AssetFile): string {
  return ASSETS[file].path
}

/** Path of a script's source map, e.g. `/assets/card-frame-main-3f0c….js.map`. */
export function mapPath(file: PageScript | ShopScript): string {
  return MAP_PATHS.get(file)!
}

export function findAsset(path: string): Asset | undefined {
  return BY_PATH.get(path)
}

function jsName(file: PageScript | ShopScript): string {
  return file.replace(/\.ts$/, '.js')
}

/** `card-frame/main.js` is served as `/assets/card-frame-main-<digest>.js`. */
function asset(file: string, content: string): Asset {
  const [name, ...endings] = file.replace('/', '-').split('.')
  return {
    path: `/assets/${name}-${digestOf(content)}.${endings.join('.')}`,
    content,
    contentType: CONTENT_TYPES[endings.at(-1)!]!,
    integrity: integrityOf(content),
  }
}

function digestOf(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

/** Digest that browsers check before they run a script. */
export function integrityOf(content: string): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}
