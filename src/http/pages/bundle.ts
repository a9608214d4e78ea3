import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

/** `import { a, b as c } from './file.ts'`; types have been stripped before. */
const IMPORT = /^import\s*\{([^}]*)\}\s*from\s*'(\.[^']+)'\s*$/gm
const EXPORT = /^export\s+((?:async\s+)?(?:function\*?|class|const|let))\s+(\w+)/gm
/** Comments on lines of their own, and what stands before and after a line. Scripts have no templates of many lines. */
const COMMENTS = /^\s*(?:\/\*[\s\S]*?\*\/|\/\/.*)[^\S\n]*$/gm
const MARGINS = /^[^\S\n]+|[^\S\n]+$|\n(?=\s*\n)/gm
/** What a stripped type leaves of itself inside a line. No text of ours has two spaces in a row. */
const GAPS = /[^\S\n]{2,}/g

/**
 * One script of a module and everything it imports by a relative path, each evaluated once and before whoever needs it.
 * Browsers load it in one request under one digest; the sources stay modules that types and tests understand.
 * @throws where a module imports itself over others, or exports in a way this does not know
 */
export function bundle(entry: URL): string {
  const modules = new Map<string, string>()
  visit(entry, modules, [])
  const parts = [...modules.values()].map((code, index) => `const $${index}=(()=>{${code}})();`)
  return `(()=>{'use strict';\n${parts.join('\n')}\n})()\n`
}

/** Adds a module after those it imports. @returns its name in the bundle */
function visit(url: URL, modules: Map<string, string>, path: readonly string[]): string {
  if (path.includes(url.href)) throw new Error(`${url.pathname} imports itself over others.`)
  const source = compact(stripTypeScriptTypes(readFileSync(url, 'utf8')))
  const needed = [...source.matchAll(IMPORT)].map(([, names = '', from = '']) => {
    const target = new URL(from, url)
    const known = [...modules.keys()].indexOf(target.href)
    const name = known < 0 ? visit(target, modules, [...path, url.href]) : `$${known}`
    return `const {${names.replaceAll(' as ', ':').replace(/\s+/g, '')}}=${name}\n`
  })
  const exported = [...source.matchAll(EXPORT)].map(([, , name]) => name)
  const body = source.replace(IMPORT, '').replace(EXPORT, '$1 $2').trim()
  if (/^(?:import|export)\b/m.test(body)) throw new Error(`${url.pathname} imports or exports in an unknown way.`)
  modules.set(url.href, `${needed.join('')}${body}\nreturn {${exported.join(',')}}`)
  return `$${modules.size - 1}`
}

function compact(code: string): string {
  return code.replace(COMMENTS, '').replace(MARGINS, '').replace(GAPS, ' ')
}
