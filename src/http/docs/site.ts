import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path/posix'
import { errorPages } from './error-pages.ts'
import { type RenderedDocument, renderMarkdown } from './markdown.ts'
import { addressOfDocument, DECISIONS, GROUPS } from './menu.ts'

export interface SitePage extends RenderedDocument {
  readonly address: string
  readonly group: string
  /** As Markdown, with links to addresses of the site. */
  readonly source: string
  /** Code that the page explains. */
  readonly code?: string
}

export interface MenuEntry extends Pick<SitePage, 'address' | 'title'> {
  /** Listed while one of them or this page is open. */
  readonly pages?: readonly MenuEntry[]
}

export interface MenuGroup {
  readonly title: string
  readonly about: string
  readonly pages: readonly MenuEntry[]
}

export interface Site {
  /** Neighboring pages of the gateway: dashboard and demo shop. */
  readonly links: readonly MenuEntry[]
  readonly menu: readonly MenuGroup[]
  /** Pages by address, including those that are not in the menu. */
  readonly pages: ReadonlyMap<string, SitePage>
  /** PNG and SVG files by address. */
  readonly pictures: ReadonlyMap<string, string>
}

const ROOT = new URL('../../../', import.meta.url)
const PICTURES = 'docs/images'

let site: Promise<Site> | undefined

/** Loads the site on its first use, because the gateway itself never needs it. */
export function docsSite(): Promise<Site> {
  site ??= loadSite()
  return site
}

/** @param path as in `pictures` */
export function readPicture(path: string): Promise<Uint8Array> {
  return readFile(new URL(path, ROOT))
}

async function loadSite(): Promise<Site> {
  const groups = await Promise.all(GROUPS.map(async (group) => ({ ...group, documents: await documentsOf(group) })))
  const decisions = (await documentNamesIn(DECISIONS)).map((name) => `${DECISIONS}/${name}`)
  const pictures = new Map((await namesIn(PICTURES)).map((name) => [`/docs/images/${name}`, `${PICTURES}/${name}`]))
  const known = new Set([...groups.flatMap(({ documents }) => documents), ...decisions])
  const load = (group: string) => async (path: string) => loadPage(path, group, known, pictures)
  const menu = await Promise.all(
    groups.map(async ({ title, about, documents }) => ({
      title,
      about,
      pages: await Promise.all(documents.map(load(title))),
    })),
  )
  const others = await Promise.all(decisions.map(load('Decisions')))
  const errors = errorPages().map((page) => ({
    ...page,
    ...renderMarkdown(page.source, (href) => href),
    group: 'Codes and errors',
  }))
  const all = [...menu.flatMap((group) => group.pages), ...others, ...errors]
  const pages = new Map(all.map((page) => [page.address, page]))
  return { links: [], menu, pages, pictures }
}

/** Lists the named documents of a group, then its folder in the order of an index. */
async function documentsOf({ folder, documents }: (typeof GROUPS)[number]): Promise<readonly string[]> {
  if (folder === undefined) return documents
  const names = await documentNamesIn(folder)
  const own = await readDocument(`${folder}/README.md`).catch(() => '')
  const index = own + (await readDocument('docs/README.md')).replaceAll(/\]\([a-z]+\//g, '](')
  const places = new Map(names.map((name) => [name, index.indexOf(`](${name})`)]))
  const place = (name: string) => (places.get(name) === -1 ? index.length : places.get(name)!)
  const inside = names.toSorted((one, other) => place(one) - place(other)).map((name) => `${folder}/${name}`)
  const [first, ...rest] = documents
  return first?.startsWith('docs/') ? [first, ...inside, ...rest] : [...inside, ...documents]
}

async function loadPage(
  path: string,
  group: string,
  known: ReadonlySet<string>,
  pictures: ReadonlyMap<string, string>,
): Promise<SitePage> {
  const addressOf = (href: string) => {
    if (/^(?:https?|mailto):/.test(href) || href.startsWith('#')) return href
    const [file = '', anchor] = href.split('#')
    const target = normalize(join(dirname(path), decodeURI(file))).replace(/\/$/, '')
    const document = [target, `${target}/README.md`].find((each) => known.has(each))
    if (document !== undefined) return addressOfDocument(document) + (anchor === undefined ? '' : `#${anchor}`)
    const picture = target.replace(PICTURES, '/docs/images')
    return pictures.has(picture) ? picture : null
  }
  const text = await readDocument(path)
  const source = text.replaceAll(/(?<=\]\()[^\s)]+/g, (href) => addressOf(href) ?? href)
  return { ...renderMarkdown(text, addressOf), address: addressOfDocument(path), group, source }
}

async function readDocument(path: string): Promise<string> {
  return readFile(new URL(path, ROOT), 'utf8')
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(new URL(folder, ROOT))).toSorted()
}

async function documentNamesIn(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => name !== 'README.md')
}
