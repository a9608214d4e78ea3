import { type Html, html } from '#html/html.ts'

type Row =
  | {
      readonly kind: 'message'
      readonly from: number
      readonly to: number
      readonly isAnswer: boolean
      readonly text: string
    }
  | { readonly kind: 'note'; readonly first: number; readonly last: number; readonly text: string }
  /** Begin or end of an alternative, a loop or a parallel part. */
  | { readonly kind: 'part'; readonly text: string }

interface Diagram {
  readonly names: readonly string[]
  readonly rows: readonly Row[]
}

const COLUMN = 190
const MARGIN = 95
const LINE = 17
const HEAD = 52
/** Width of a character at the font size. */
const SIGN = 6.9

/** In the language of Mermaid. @returns undefined for other diagrams, and for text that cannot be read */
export function sequenceDiagram(source: string): Html | undefined {
  const diagram = parse(source)
  if (!diagram) return undefined
  const { names, rows } = diagram
  let top = HEAD + LINE
  const drawn = rows.map((row) => {
    const [markup, height] = drawRow(row, top, names.length)
    top += height
    return markup
  })
  const width = 2 * MARGIN + (names.length - 1) * COLUMN
  return html`<figure class="docs-diagram"><div tabindex="0">
<svg viewBox="0 0 ${width} ${top + LINE}" width="${width}" height="${top + LINE}" aria-hidden="true" focusable="false">
${names.map((name, index) => drawParticipant(name, index, top))}${drawn}</svg></div>
<details><summary>The diagram in words</summary><ol>${rows.map((row) => html`<li>${inWords(row, names)}</li>`)}</ol></details></figure>
`
}

function parse(source: string): Diagram | undefined {
  const [first, ...lines] = source
    .trim()
    .split('\n')
    .map((line) => line.trim())
  if (first !== 'sequenceDiagram') return undefined
  const participants = new Map<string, string>()
  const rows: (Row | undefined)[] = []
  const place = (id: string) => [...participants.keys()].indexOf(id)
  for (const line of lines) {
    const participant = /^participant (\w+) as (.+)$/.exec(line)
    if (participant) participants.set(participant[1]!, participant[2]!)
    else rows.push(rowOf(line, place))
  }
  // The end of a part needs no text if nothing follows it.
  while (rows.at(-1)?.kind === 'part') rows.pop()
  return rows.includes(undefined) ? undefined : { names: [...participants.values()], rows: rows as Row[] }
}

function rowOf(line: string, place: (id: string) => number): Row | undefined {
  const message = /^(\w+)(--?)>>(\w+): (.+)$/.exec(line)
  const note = /^Note over (\w+)(?:,(\w+))?: (.+)$/.exec(line)
  const part = /^(alt|else|opt|loop|par|and|end)\b *(.*)$/.exec(line)
  const row: Row | undefined = message
    ? {
        kind: 'message',
        from: place(message[1]!),
        to: place(message[3]!),
        isAnswer: message[2] === '--',
        text: message[4]!,
      }
    : note
      ? { kind: 'note', first: place(note[1]!), last: place(note[2] ?? note[1]!), text: note[3]! }
      : part
        ? { kind: 'part', text: `${PARTS[part[1]!]}${part[2] ? `: ${part[2]}` : ''}` }
        : undefined
  const places = row?.kind === 'message' ? [row.from, row.to] : row?.kind === 'note' ? [row.first, row.last] : []
  return places.includes(-1) ? undefined : row
}

const PARTS: Readonly<Record<string, string>> = {
  alt: 'either',
  else: 'or',
  opt: 'perhaps',
  loop: 'repeatedly',
  par: 'in parallel',
  and: 'and',
  end: 'then',
}

const middleOf = (index: number) => MARGIN + index * COLUMN

function drawParticipant(name: string, index: number, bottom: number): Html {
  const x = middleOf(index)
  return html`<path class="docs-life" d="M${x} ${HEAD - 12}V${bottom}"/><rect x="${x - 82}" y="4" width="164" height="${HEAD - 16}" rx="8"/>${words(name, x, 26, 24)}
`
}

/** @returns the drawing and its height */
function drawRow(row: Row, top: number, columns: number): readonly [Html, number] {
  if (row.kind === 'message') return drawMessage(row, top)
  const [first, last] = row.kind === 'note' ? [row.first, row.last] : [0, columns - 1]
  const [left, right] = [middleOf(first) - 82, middleOf(last) + 82]
  const lines = linesOf(row.text, (right - left - 12) / SIGN)
  const height = lines.length * LINE + 10
  const shape =
    row.kind === 'note'
      ? html`<rect class="docs-note" x="${left}" y="${top}" width="${right - left}" height="${height}" rx="4"/>`
      : html`<path class="docs-part" d="M${left} ${top + height}H${right}"/>`
  return [html`${shape}${drawLines(lines, (left + right) / 2, top + LINE)}\n`, height + LINE]
}

function drawMessage(
  { from, to, isAnswer, text }: Extract<Row, { kind: 'message' }>,
  top: number,
): readonly [Html, number] {
  const [start, end] = [middleOf(from), middleOf(to)]
  const back = end < start ? 1 : -1
  const lines = linesOf(text, Math.max(Math.abs(end - start), COLUMN) / SIGN - 2)
  const y = top + lines.length * LINE
  const arrow = `M${end} ${y}l${9 * back} -5v10z`
  const line = html`<path class="${isAnswer ? 'docs-answer' : 'docs-call'}" d="M${start} ${y}H${end}"/><path class="docs-arrow" d="${arrow}"/>`
  return [html`${line}${drawLines(lines, (start + end) / 2, top + LINE - 6)}\n`, lines.length * LINE + LINE]
}

function drawLines(lines: readonly string[], x: number, y: number): Html {
  return html`${lines.map((line, index) => html`<text x="${x}" y="${y + index * LINE}">${line}</text>`)}`
}

function words(text: string, x: number, y: number, most: number): Html {
  const lines = linesOf(text, most)
  return drawLines(lines, x, y - ((lines.length - 1) * LINE) / 2)
}

/** Breaks a text between words into lines of limited length. */
function linesOf(text: string, most: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trim()
    if (line.length <= most || lines.at(-1) === '') lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines
}

function inWords(row: Row, names: readonly string[]): string {
  if (row.kind === 'part') return row.text
  if (row.kind === 'message') return `${names[row.from]} → ${names[row.to]}: ${row.text}`
  return `${[...new Set([names[row.first], names[row.last]])].join(', ')}: ${row.text}`
}
