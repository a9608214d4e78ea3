import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { numbered, slugOf } from '#http/docs/anchors.ts'

// What Markdown documents offer to be linked to, and what they link to.

/** A link as it is written, and why it leads nowhere. */
export interface BrokenLink {
  readonly from: string
  readonly to: string
}

/** Links of a document that lead to no file of the project, or to no heading of it. */
export function brokenLinksIn(path: string): BrokenLink[] {
  return linksIn(path)
    .filter((to) => !leadsSomewhere(path, to))
    .map((to) => ({ from: path, to }))
}

/** True if a document exists and has the heading. @param anchor empty for the document itself */
export function isAnchor(path: string, anchor: string): boolean {
  return existsSync(path) && (anchor === '' || anchorsOf(path).has(anchor))
}

/** Targets within the project, as they are written. */
function linksIn(path: string): string[] {
  const links = proseOf(path)
    .replaceAll(/`[^`]*`/g, '')
    .matchAll(/\]\(([^()\s]+)(?:\s+"[^"]*")?\)/g)
  return [...links].map(([, to]) => to!).filter((to) => !/^[a-z]+:/.test(to))
}

function leadsSomewhere(from: string, to: string): boolean {
  const [path = '', anchor = ''] = to.split('#')
  const target = path === '' ? from : normalize(join(dirname(from), decodeURI(path)))
  return target.endsWith('.md') ? isAnchor(target, anchor) : existsSync(target)
}

const known = new Map<string, ReadonlySet<string>>()

function anchorsOf(path: string): ReadonlySet<string> {
  const anchors = known.get(path) ?? new Set(headingsOf(path).map(slugOf).map(numbered()))
  known.set(path, anchors)
  return anchors
}

function headingsOf(path: string): string[] {
  return [...proseOf(path).matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading]) => heading!)
}

/** A document without its blocks of code, in which a hash is no heading and a bracket no link. */
function proseOf(path: string): string {
  return readFileSync(path, 'utf8').replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
}
