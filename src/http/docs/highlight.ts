import { type Html, html } from '#html/html.ts'

// Colors code without a grammar of each language: comments, strings, numbers and common reserved words.

const RESERVED =
  'as async await break case catch class const continue def default defer do done elif else end enum err esac except ' +
  'export extends false False fi final finally for from fun func function if implements import in interface is let ' +
  'match new nil None null package private public raise range require return select self static struct super switch ' +
  'then this throw throws true True try type use using var void while with yield'

const HASH = String.raw`(?<=^|\s)#.*`
const SLASHES = String.raw`(?<=^|\s)\/\/.*|\/\*[^]*?\*\/`

const COMMENTS: Readonly<Record<string, string>> = {
  ...{ sh: HASH, python: HASH, ruby: HASH, yaml: HASH, ini: HASH, nginx: HASH, promql: HASH },
  ...{ ts: SLASHES, js: SLASHES, java: SLASHES, go: SLASHES, php: `${SLASHES}|${HASH}` },
  ...{ css: String.raw`\/\*[^]*?\*\/`, sql: '--.*', html: '<!--[^]*?-->' },
}

/** Patterns of strings; they end on their line, except in shells and templates. */
const STRINGS = {
  sh: String.raw`'[^']*'|"(?:\\.|[^"\\])*"`,
  others: String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\x60(?:\\.|[^\x60\\])*\x60`,
} as const

const WORDS = String.raw`(?<word>(?<![.-])\b(?:${RESERVED.replaceAll(' ', '|')})\b)`
const NUMBERS = String.raw`(?<number>(?<![\w.-])\d[\d_.]*n?\b)`

/** Wraps parts of code in `span`s with the class of their kind; unknown languages stay plain. */
export function highlight(code: string, language = ''): Html {
  if (!Object.hasOwn(COMMENTS, language) && language !== 'json') return html`${code}`
  let end = 0
  const parts = [...code.matchAll(patternOf(language))].map(({ 0: text, index, groups = {} }) => {
    const before = code.slice(end, index)
    end = index + text.length
    const [kind] = Object.entries(groups).find(([, part]) => part !== undefined)!
    return html`${before}<span class="code-${kind}">${text}</span>`
  })
  return html`${parts}${code.slice(end)}`
}

function patternOf(language: string): RegExp {
  const comments = Object.hasOwn(COMMENTS, language) ? `(?<comment>${COMMENTS[language]})|` : ''
  const strings = language === 'sh' ? STRINGS.sh : STRINGS.others
  const kinds = String.raw`(?<key>"[^"\n]*"(?=\s*:))|(?<string>${strings})|${NUMBERS}|${WORDS}`
  return new RegExp(comments + kinds, 'gm')
}
