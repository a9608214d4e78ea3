import { Marked, type RendererObject, type Token, type Tokens } from 'marked'
import { Html, html } from '#html/html.ts'
import { numbered, slugOf } from './anchors.ts'
import { addressOfCode } from './error-pages.ts'
import { highlight } from './highlight.ts'

/** Heading with the text up to the next one. */
export interface Section {
  readonly level: number
  /** Fragment of its address, without `#`. */
  readonly anchor: string
  readonly title: string
  readonly text: string
  /** Search words from a comment: `<!-- Keywords: recurring, subscription -->`. */
  readonly keywords: readonly string[]
}

export interface RenderedDocument {
  readonly title: string
  readonly body: Html
  /** The first is the document itself. */
  readonly sections: readonly Section[]
}

/** URL of a document's link or picture on the site; null if the site does not have it. */
export type AddressOf = (href: string) => string | null

/** Renders a document in GitHub's Markdown, with anchors like GitHub's. Markup inside it is shown, not used. */
export function renderMarkdown(source: string, addressOf: AddressOf): RenderedDocument {
  const marked = new Marked({ gfm: true, renderer: rendererOf(addressOf) })
  const number = numbered()
  const parts = partsOf(marked.lexer(source)).map(({ heading, rest }) => {
    const anchor = number(slugOf(heading.text))
    const title = marked.parser([{ type: 'paragraph', tokens: heading.tokens } as Token])
    const body = marked.parser(rest)
    const keywords = rest.flatMap(({ raw }) => /^<!-- Keywords: (.*) -->/.exec(raw)?.[1]?.split(', ') ?? [])
    const section: Section = { level: heading.depth, anchor, title: textOf(title), text: textOf(body), keywords }
    return { section, markup: html`${drawHeading(section, inner(title))}${new Html(body)}` }
  })
  return {
    title: parts[0]?.section.title ?? '',
    body: html`${withLanguages(parts)}`,
    sections: parts.map(({ section }) => section),
  }
}

/** Renders a description: one paragraph of Markdown, without links to documents. */
export function renderInline(source: string): Html {
  return new Html(new Marked({ gfm: true, renderer: rendererOf((href) => href) }).parseInline(source, { async: false }))
}

interface DocumentPart {
  readonly heading: Tokens.Heading
  readonly rest: Token[]
}

function partsOf(tokens: readonly Token[]): DocumentPart[] {
  const parts: DocumentPart[] = []
  for (const token of tokens) {
    if (token.type === 'heading') parts.push({ heading: token as Tokens.Heading, rest: [] })
    else parts.at(-1)?.rest.push(token)
  }
  return parts
}

const LANGUAGES = ['curl', 'TypeScript', 'Python', 'PHP', 'Java', 'Go', 'Ruby']

/** Wraps sections of a programming language, so that a script can show one at a time. */
function withLanguages(parts: readonly { readonly section: Section; readonly markup: Html }[]): Html[] {
  const groups: { readonly language: string | undefined; readonly markup: Html[] }[] = []
  for (const { section, markup } of parts) {
    const { level, title } = section
    if (level > 2 && groups.length > 0) groups.at(-1)!.markup.push(markup)
    else groups.push({ language: LANGUAGES.find((name) => level === 2 && name === title), markup: [markup] })
  }
  return groups.map(({ language, markup }) =>
    language === undefined
      ? html`${markup}`
      : html`<div class="docs-language" data-language="${language}">
${markup}</div>
`,
  )
}

function drawHeading({ level, anchor, title }: Section, words: Html): Html {
  if (level === 1) return html`<h1 id="${anchor}">${words}</h1>\n`
  const tag = new Html(`h${level}`)
  const link = html`<a class="docs-anchor" href="#${anchor}" aria-label="Link to ${title}">#</a>`
  return html`<${tag} id="${anchor}">${words} ${link}</${tag}>\n`
}

const inner = (paragraph: string): Html => new Html(paragraph.trim().replace(/^<p>|<\/p>$/g, ''))

function rendererOf(addressOf: AddressOf): RendererObject {
  return {
    // Comments are for authors only.
    html: ({ text }) => (/^\s*<!--[\s\S]*-->\s*$/.test(text) ? '' : html`${text}`.toString()),
    link({ href, title, tokens }) {
      const words = new Html(this.parser.parseInline(tokens))
      const address = addressOf(href)
      // A file of the repository that is no page of the site.
      if (address === null) return html`<span title="${href.replace(/^(\.\.?\/)+/, '')}">${words}</span>`.toString()
      return html`<a href="${address}"${title ? html` title="${title}"` : ''}>${words}</a>`.toString()
    },
    image({ href, text }) {
      const picture = html`<img src="${addressOf(href) ?? href}" alt="${text}" loading="lazy">`
      // Diagrams keep their size, so that their text stays readable, and scroll instead.
      const isDiagram = href.includes('/sequence-')
      return (isDiagram ? html`<span class="docs-diagram" tabindex="0">${picture}</span>` : picture).toString()
    },
    code({ text, lang }) {
      const code = html`<code${lang ? html` data-lang="${lang}"` : ''}>${highlight(text, lang)}</code>`
      return html`<figure><pre tabindex="0">${code}</pre></figure>\n`.toString()
    },
    table({ header, rows }) {
      const draw = (tag: string) => (cell: Tokens.TableCell, column: number) => {
        const words = this.parser.parseInline(cell.tokens)
        const address = column === 0 ? addressOfCode(words.replaceAll(/<\/?code>/g, '')) : undefined
        const shown = address === undefined ? words : `<a href="${address}">${words}</a>`
        return new Html(`<${tag}>${shown}</${tag}>`)
      }
      const hasHead = header.some(({ text }) => text !== '')
      const head = hasHead ? html`<thead><tr>${header.map(draw('th'))}</tr></thead>\n` : ''
      const lines = rows.map((cells) => html`<tr>${cells.map(draw('td'))}</tr>\n`)
      return html`<div class="docs-table" tabindex="0"><table>${head}<tbody>${lines}</tbody></table></div>\n`.toString()
    },
  }
}

const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/** Text of our own markup; cells of a table are separated. */
function textOf(markup: string): string {
  const text = markup
    .replaceAll(/<\/?(?:span|code|a|em|strong|del)\b[^>]*>/g, '')
    .replaceAll(/<\/t[dh]><t[dh]>/g, ' · ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name) => CHARACTERS[name]!)
  return text.replaceAll(/\s+/g, ' ').trim()
}
