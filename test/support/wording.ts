/** A text for readers, in a file. */
export interface Wording {
  readonly kind: 'comment' | 'docstring' | 'text' | 'title' | 'document'
  readonly words: string
}

/** Comments, regular expressions and strings, in order. */
const TOKEN =
  /(?<=[=(,:!&|?[]\s*)\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/|\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:\$\{(?:[^`{}]|\{[^{}]*\}|`(?:[^`\\]|\\.)*`)*\}|[^`\\]|\\.)*`/g
/** Calls that name a test or a group of tests; a table of cases may be between. */
const TITLE = /(?:^|[^.\w])(?:it|test|describe)(?:\.\w+)*(?:\((?!['"`])[\s\S]*?\))?\($/
/** Longest part before a string in which the call of a title begins. */
const TITLE_REACH = 2000

/** Lists the readable texts of a file: of code its comments and strings with a space, of Markdown its prose. */
export function wordingOf(path: string, content: string): readonly Wording[] {
  if (path.endsWith('.md')) return [{ kind: 'document', words: proseOf(content) }]
  return [...content.matchAll(TOKEN)].flatMap(({ 0: token, index }): Wording[] => {
    if (/^\/[/*]/.test(token)) return [{ kind: token.startsWith('/**') ? 'docstring' : 'comment', words: plain(token) }]
    if (token.startsWith('/') || !token.includes(' ')) return []
    const before = content.slice(Math.max(0, index - TITLE_REACH), index).trimEnd()
    const isTitle = /(?:\.test|-contract)\.ts$/.test(path) && TITLE.test(before)
    return [{ kind: isTitle ? 'title' : 'text', words: token.replace(/\$\{[^}]*\}/g, '…') }]
  })
}

/** A comment without its marks, on one line. */
function plain(comment: string): string {
  return comment
    .replace(/^\/\*\*?|\*\/$|^\/\//g, '')
    .replace(/\s*\n\s*\*?\s?/g, ' ')
    .replace(/`[^`]*`/g, '…')
    .trim()
}

/** Markdown without code and addresses. */
function proseOf(markdown: string): string {
  return markdown.replace(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g, '…')
}
