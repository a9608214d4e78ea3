/** Page or script as a browser gets it; names of headers in lower case. */
export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Lists what an answer has and ours has not, and what it lacks: status, each of our headers and a `Refresh`, which leads away,
 * each part of the document.
 */
export function comparePages(expected: PageAnswer, received: PageAnswer): string[] {
  const names = [...Object.keys(expected.headers), 'refresh']
  const [ours, theirs] = [partsOf(expected, names), partsOf(received, names)]
  return [
    ...[...theirs].filter((part) => !ours.has(part)).map((part) => `${describePart(part)} is not ours`),
    ...[...ours].filter((part) => !theirs.has(part)).map((part) => `${describePart(part)} is missing`),
  ]
}

/** Tags with the text behind them. Nonces, another in each answer, are left out. */
function partsOf({ status, headers, body }: PageAnswer, names: readonly string[]): ReadonlySet<string> {
  const [, nonce] = /'nonce-([\w+/=]{16,})'/.exec(headers['content-security-policy'] ?? '') ?? []
  const lines = names.map((name) => `header ${name}: ${headers[name] ?? 'none'}`)
  const parts = [`status ${status}`, ...lines, ...body.split(/(?=<)/).map((text) => `text ${text}`)]
  return new Set(nonce === undefined ? parts : parts.map((part) => part.replaceAll(nonce, '…')))
}

/** Of the document only tag and address, because the rest may be about a shopper. */
function describePart(part: string): string {
  if (!part.startsWith('text ')) return part.slice(0, 1000)
  const [, tag] = /^text <(\/?[\w-]+)/.exec(part) ?? []
  const [, address = ''] = /\b(?:src|href|action)\s*=\s*["']?([^"'\s>]{1,150})/i.exec(part) ?? []
  return tag === undefined ? 'text' : `<${tag}> ${address}`.trim()
}
