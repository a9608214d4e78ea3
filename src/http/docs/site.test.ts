import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { routesOf } from '#app/routes.ts'
import { PROCESSING_CODES } from '#domain/processing-code.ts'
import { openApiDocument } from '../openapi/document.ts'
import { EMBEDDED_FAULTS } from '../openapi/embedded-fault-catalogue.ts'
import { docsDocumentPage, docsHomePage } from '../pages/docs/pages.ts'
import { chapterPage, operationPage, referencePage } from '../pages/docs/reference/pages.ts'
import { ERRORS } from '../response/error-catalogue.ts'
import { post, type Route } from '../route.ts'
import { llmsText } from './llms-text.ts'
import { renderMarkdown } from './markdown.ts'
import { addressOfDocument, MOVED_PAGES } from './menu.ts'
import { chapterText } from './reference/chapter-text.ts'
import { chaptersOf, withReference } from './reference/chapters.ts'
import type { OpenApiDocument } from './reference/document.ts'
import { searchIn } from './search.ts'
import { docsSite } from './site.ts'

const operation: Route = post('/api/orders/:id/thing', {
  guard: 'merchant',
  permission: 'payments.create',
  tag: 'Transactions',
  operation: 'doThing',
  summary: 'Do the thing',
  handle: async () => ({ status: 204 }),
})

const site = await docsSite()
const search = searchIn(site, [operation])
const documents = [...site.pages].map(([address, page]) => [address, docsDocumentPage(site, page).html] as const)
const addresses = { realm: 'uat', baseUrl: 'https://pay.example', authUrl: 'https://pay.example', authAudience: '' }
const document = openApiDocument([...routesOf(null, null), operation], addresses) as OpenApiDocument
const chapters = chaptersOf(document)
const reference = chapters.flatMap((chapter) => [
  [chapter.address, chapterPage(site, chapter).html] as const,
  ...chapter.operations.map((each) => [each.address, operationPage(site, each, document).html] as const),
])
const pages = new Map([
  ...documents,
  ...reference,
  ['/docs', docsHomePage(site, chapters).html],
  ['/docs/api', referencePage(site, chapters).html],
])

/** Paths that the gateway serves outside the site. */
const OTHERS = new Set(['/docs/search', '/llms.txt', '/openapi.json', ...site.pictures.keys()])

it.each([
  ['0000', 'it is complete'],
  ['1002', 'it is in progress'],
  ['4100', 'it is declined permanently'],
])('the page of %s says why no one retries: %s', (code, why) => {
  expect(pages.get(`/docs/errors/${code}`)).toContain(why)
})

it('every document of docs/ is a page of the site', () => {
  const files = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((name) => !pages.has(addressOfDocument(`docs/${name}`)))).toEqual([])
})

it('sequence diagrams are pictures of the site, with their steps in words', () => {
  const markup = documents.map(([, page]) => page).join('')
  const diagrams = [...markup.matchAll(/<span class="docs-diagram" tabindex="0"><img src="([^"]+)" alt="([^"]+)"/g)]
  expect(diagrams.length).toBeGreaterThanOrEqual(5)
  expect(diagrams.filter(([, address, words]) => !site.pictures.has(address!) || !words!.includes(' → '))).toEqual([])
  expect(markup).not.toContain('sequenceDiagram')
})

it('the menu has the index of decisions, and the index links to every decision', () => {
  const menu = site.menu.flatMap((group) => group.pages.map(({ address }) => address))
  expect(menu).toContain('/docs/decisions')
  const decisions = [...site.pages.keys()].filter((address) => address.startsWith('/docs/decisions/'))
  expect(decisions.length).toBeGreaterThan(80)
  expect(decisions.filter((address) => !pages.get('/docs/decisions')!.includes(`href="${address}"`))).toEqual([])
})

it.each([...MOVED_PAGES])('%s is no page and leads to the page %s', (previous, current) => {
  expect([pages.has(previous), pages.has(current)]).toEqual([false, true])
})

it('every operation of the document has a page, which its subject and the overview link to', () => {
  const explained = chapters.flatMap(({ address, operations }) => operations.map((each) => [address, each] as const))
  const operationIds = Object.values(document.paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  )
  expect(explained.map(([, { operationId }]) => operationId)).toEqual(expect.arrayContaining(operationIds))
  for (const [subject, { operationId, method, path, address }] of explained) {
    expect(pages.get(address), operationId).toContain(`id="${operationId}"`)
    expect(pages.get(address), operationId).toContain(`>${method}</span> <code>${path}</code>`)
    // Anchors of the time when a subject was one page lead on.
    expect(pages.get(subject)).toMatch(new RegExp(`<li id="${operationId}" [^>]*><a href="${address}"`))
    expect(pages.get('/docs/api')).toContain(`${method}${path}"><a href="${address}"`)
  }
  const authorize = pages.get('/docs/api/transactions/authorizePayment')!
  for (const field of ['encrypted_card_number', 'browser_info', 'terminal_id'])
    expect(authorize).toContain(`<code>${field}</code>`)
  expect(authorize).toContain('1 to 9223372036854775807')
})

it('every link and picture of every page leads to a page of the site and a heading of it', () => {
  const broken = [...pages].flatMap(([from, markup]) => {
    const targets = [...markup.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].map(([, target]) => target!)
    return targets.filter((target) => !leadsSomewhere(from, target)).map((target) => `${from} → ${target}`)
  })
  expect(broken).toEqual([])
})

function leadsSomewhere(from: string, target: string): boolean {
  if (/^(https?|mailto):/.test(target) || target.startsWith('/assets/')) return true
  const [path = '', anchor] = target.split('#')
  if (OTHERS.has(path)) return true
  const markup = pages.get(path === '' ? from : path.replace(/\.md$/, ''))
  return markup !== undefined && (anchor === undefined || markup.includes(` id="${anchor}"`))
}

it('no page has two elements of one id, and nothing of a document is used as markup', () => {
  for (const [address, markup] of pages) {
    const ids = [...markup.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids, address).toEqual([...new Set(ids)])
    expect(markup.replaceAll(/<script type="module" src="\/assets\/[^>]*><\/script>/g, ''), address).not.toMatch(
      /<script/,
    )
  }
})

it('markup in a document is shown, and only pages and pictures of the site are linked', () => {
  const source =
    '# A `b`\n\n<b onclick="x">Hi</b> [one](a.md) [two](src/x.ts) [three](javascript:alert(1))\n\n## A `b`\n\n- [x] y'
  const { body, sections } = renderMarkdown(source, (href) => (href === 'a.md' ? '/docs/a' : null))
  expect(body.toString()).toContain('&lt;b onclick=&quot;x&quot;&gt;Hi&lt;/b&gt;')
  expect(body.toString().match(/href="[^"]*"/g)).toEqual(['href="/docs/a"', 'href="#a-b-1"'])
  expect(sections.map(({ anchor, title }) => [anchor, title])).toEqual([
    ['a-b', 'A b'],
    ['a-b-1', 'A b'],
  ])
})

it('a comment in a document is not shown', () => {
  const { body, sections } = renderMarkdown('# A\n\n<!-- Written by src/x.ts. -->\n\nText <!-- b --> on.\n', () => null)
  expect([body.toString().includes('Written by'), sections[0]!.text]).toEqual([false, 'Text on.'])
})

it.each([
  ['Idempotency-Key', /idempotency/i],
  ['insufficient funds', /\/docs\/(reference\/processing-codes|integrate\/test-values)/],
  ['doThing', '/docs/api/transactions/doThing'],
  ['MASTER_KEY', /keys|settings/i],
  ['verify webhook', /webhook/i],
  ['wehbook', /webhook/i],
  ['apple pay', '/docs/integrate/wallets'],
  ['subscription', '/docs/reference/agreements'],
])('a search for “%s” finds it', (words, expected) => {
  const found = search(words)
  expect(found.map(({ address, title }) => `${address} ${title}`).join('\n')).toMatch(expected)
  for (const { address, excerpt } of found) {
    expect(leadsSomewhere('', address), address).toBe(true)
    expect(excerpt.length).toBeLessThan(200)
  }
})

it.each([
  ['webhooks', '/docs/integrate/webhooks'],
  ['Apple Pay', '/docs/integrate/wallets'],
  ['google pay', '/docs/integrate/wallets'],
  ['gdpr', '/docs/reference/erasure'],
  ['subscriptions', '/docs/integrate/charge-later'],
  ['recurring', '/docs/integrate/charge-later'],
  ['recurring payments', '/docs/integrate/charge-later'],
  ['test card', '/docs/integrate/test-values'],
  ['test cards', '/docs/integrate/test-values'],
  ['3ds', '/docs/integrate/three-ds'],
  ['3DS2', '/docs/integrate/three-ds'],
  ['sca', '/docs/integrate/three-ds'],
  ['card on file', '/docs/integrate/saved-cards'],
  ['checkout', '/docs/integrate/hosted-page'],
  ['payment intent', '/docs/reference/sessions'],
  ['reconciliation', '/docs/integrate/balances-and-settlement'],
  ['iframe', '/docs/integrate/embedded-fields'],
  ['ipn', '/docs/integrate/webhooks'],
  ['sandbox', '/docs/integrate/quickstart'],
  ['sdk', '/docs/client'],
  ['failover', '/docs/operate/high-availability'],
  ['chargeback', '/docs/integrate/disputes'],
  ['api key', '/docs/reference/identity'],
  ['refund part', '/docs/dashboard/refund-capture-void'],
  ['refund', '/docs/dashboard/refund-capture-void'],
  ['webhook signature', '/docs/integrate/webhooks#write-a-receiver'],
  ['payout', '/docs/integrate/payouts'],
  ['subscription', '/docs/integrate/charge-later'],
  ['master key', '/docs/operate/keys#the-master-key'],
  ['backup', '/docs/operate/backups'],
  ['mail', '/docs/operate/mail'],
  ['languages', '/docs/reference/hosted-page#languages'],
  ['currency', '/docs/reference/requests#currencies-and-countries'],
  ['payment link', '/docs/integrate/sell-with-a-link'],
  ['invite', '/docs/dashboard/invite-your-team'],
])('a search for the title or a keyword “%s” has its page first', (words, address) => {
  expect(search(words)[0]?.address).toBe(address)
})

it.each(['gdpr', 'statuses', 'api key'])(
  'the result for “%s”, a page without a first paragraph, has an excerpt',
  (words) => {
    expect(search(words)[0]!.excerpt).not.toBe('')
  },
)

it.each([
  ['Walleta', 'Google Pay'],
  ['Walletb', 'Apple Pay'],
])('a search for the wallet that %s stands for shows it', (name, wallet) => {
  const wallets = search(wallet)[0]!
  expect(wallets.excerpt).toMatch(new RegExp(`${name} (stands )?for ${wallet}`))
})

it.each(['1004', '2015', 'error 422', 'origin_not_allowed'])(
  'a search for “%s” has the page of the code first',
  (words) => {
    const [first] = search(words)
    expect(first!.address).toBe(`/docs/errors/${words.split(' ').at(-1)}`)
  },
)

it('every code and status has a page, which the table of all codes links to', () => {
  const codes = [PROCESSING_CODES, ERRORS, EMBEDDED_FAULTS].flatMap((table) => Object.keys(table))
  expect(codes.length).toBeGreaterThan(40)
  for (const code of codes) {
    expect(pages.get(`/docs/errors/${code}`)).toContain('What to do')
    expect(pages.get('/docs/reference/processing-codes')).toContain(`href="/docs/errors/${code}"`)
  }
})

it('a page as Markdown has links that lead somewhere on the site', () => {
  const sources = [...site.pages.values()].map(({ address, source }) => [address, source] as const)
  const targets = sources.flatMap(([from, source]) =>
    [...source.matchAll(/(?<=\]\()[/#][^\s)]*/g)].map(([target]) => [from, target] as const),
  )
  expect(targets.length).toBeGreaterThan(500)
  expect(targets.filter(([from, target]) => !leadsSomewhere(from, target))).toEqual([])
})

it('llms.txt names every page of the menu, and chapters of the reference are Markdown with their examples', () => {
  const text = llmsText(withReference(site, chapters).menu, 'https://pay.example')
  for (const { address } of [...site.menu.flatMap((group) => group.pages), ...chapters])
    expect(text).toContain(`(https://pay.example${address}.md)`)
  const transactions = chapters.find(({ title }) => title === 'Transactions')!
  expect(chapterText(transactions, document)).toMatch(/\n\n`POST \/api\/transactions\/authorize`\n[\s\S]*```json\n/)
})

it('each language of a page has an element with its section', () => {
  const source = '# A\n\n## Go\n\nx\n\n### More\n\n## PHP\n\ny\n\n## Next\n\nz'
  const { body } = renderMarkdown(source, (href) => href)
  const languages = [...body.toString().matchAll(/<div class="docs-language" data-language="(\w+)">([\s\S]*?)<\/div>/g)]
  expect(languages.map(([, name, inside]) => [name, inside!.match(/<h\d/g)])).toEqual([
    ['Go', ['<h2', '<h3']],
    ['PHP', ['<h2']],
  ])
})

it.each(['', '   ', '((', 'zzzzqqq', 'a'.repeat(100)])(
  'a search for “%s” finds nothing and breaks nothing',
  (words) => {
    expect(search(words)).toEqual([])
  },
)
