import { keptText } from '#domain/kept-text.ts'
import { outbound } from '#outbound/http-client.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import {
  beginPageCheck,
  endPageCheck,
  findShownObjects,
  type PageFindings,
  type ShownObjects,
} from '#store/metrics/page-check.ts'
import type { Gateway } from '../gateway.ts'
import { comparePages, type PageAnswer } from './compare-pages.ts'

/** Page or script of payments, as this release makes it. */
export type OwnPage = PageAnswer & { readonly url: string }

type RenderOwnPages = (gateway: Gateway, shown: ShownObjects) => Promise<readonly OwnPage[]>

const TIMEOUT_MS = 10_000
const MOST_DIFFERENCES = 20

/** A manipulated page may spare what does not look like a browser. */
const HEADERS = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** Compares the payment pages that shoppers get with ours, once a day over all workers (PCI DSS 11.6.1). */
export async function checkPages(gateway: Gateway, render: RenderOwnPages): Promise<false> {
  const previous = await beginPageCheck(gateway.sql)
  if (!previous) return false
  const first = await findChanges(gateway, render)
  // A shopper may have paid between the two renderings.
  await conclude(gateway, previous, first.differences.length === 0 ? first : await findChanges(gateway, render))
  return false
}

async function conclude({ sql, log }: Gateway, previous: PageFindings, findings: PageFindings): Promise<void> {
  const isNews = (kind: keyof PageFindings) =>
    findings[kind].length > 0 && String(findings[kind]) !== String(previous[kind])
  const entry = { actor: 'worker', action: 'payment-page.changed' as const, merchantId: null, subject: 'payment pages' }
  const changes = { differences: [...findings.differences] }
  await sql.begin(async (tx) => {
    await endPageCheck(tx, findings)
    if (isNews('differences')) await insertAuditEntry(tx, { ...entry, changes })
  })
  if (isNews('differences')) log.error(changes, 'payment page changed')
  if (isNews('unreachable')) log.warn({ unreachable: findings.unreachable }, 'payment page cannot be loaded')
}

async function findChanges(gateway: Gateway, render: RenderOwnPages): Promise<PageFindings> {
  const [differences, unreachable] = [new Set<string>(), new Set<string>()]
  const shown = await findShownObjects(gateway.sql)
  for (const page of await render(gateway, shown)) {
    const about = (text: string) => keptText(withoutIds(shown, `${new URL(page.url).pathname}: ${text}`))
    const answer = await load(page)
    if (typeof answer === 'string') unreachable.add(about(answer))
    else for (const text of comparePages(page, answer)) differences.add(about(text))
  }
  return { differences: [...differences].slice(0, MOST_DIFFERENCES), unreachable: [...unreachable] }
}

/** Removes IDs, which open the page. Without them the finding of another session is the same. */
function withoutIds({ sessionId, linkId }: ShownObjects, text: string): string {
  return [sessionId, linkId].filter((id) => id !== 'none').reduce((rest, id) => rest.replaceAll(id, '…'), text)
}

/** @returns the reason if there is no answer, or an error instead of the page */
async function load({ url, status: expected }: OwnPage): Promise<PageAnswer | string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const request = { method: 'GET', url, headers: HEADERS, signal, redirects: 'returned' } as const
    const { status, headers, body } = await outbound.send(request)
    if (status >= 400 && status !== expected) return `status ${status}`
    return { status, headers: Object.fromEntries(headers), body: body.toString() }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return typeof code === 'string' ? code : message
  }
}
