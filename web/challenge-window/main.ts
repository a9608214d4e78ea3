import { applyLook } from '../shared/apply-look.ts'
import { element, postInto } from '../shared/dom.ts'
import { textsOf } from '../shared/fields/texts/index.ts'
import { awaitGreeting, readInvitation } from '../shared/handshake.ts'
import type { ChallengeOrder } from '../shared/protocol.ts'

/** A bank that refuses to be framed cannot be told from one that is slow, so the way around is offered in time. */
const PATIENCE_MS = 8000
const BANK = 'bank'

/** The window over the shop's page in which the bank asks its question. */
async function start(): Promise<void> {
  const { port } = await awaitGreeting('embedded-fields-challenge', readInvitation().origins)
  port.onmessage = ({ data }: MessageEvent<ChallengeOrder>) => {
    port.onmessage = null
    show(data, port)
  }
}

function show(order: ChallengeOrder, port: MessagePort): void {
  const texts = textsOf(order.locale)
  document.documentElement.lang = order.locale
  document.title = texts.challengeTitle
  applyLook(order.look)
  const cancel = () => port.postMessage({ type: 'canceled' })
  const parts = partsOf(order, texts)
  document.body.append(parts.start, parts.dialog, parts.end)
  parts.cancel.addEventListener('click', cancel)
  addEventListener('keydown', ({ key }) => key === 'Escape' && cancel())
  // Tab goes round inside the window; the bank's page lies between its first and its last stop.
  parts.start.addEventListener('focus', () => (parts.fullPage ?? parts.cancel).focus())
  parts.end.addEventListener('focus', () => parts.cancel.focus())
  const wayOut = () => bringForward(parts.aside, texts.stuck)
  setTimeout(wayOut, PATIENCE_MS)
  onBlocked(wayOut)
  hearBank(parts.frame, () => port.postMessage({ type: 'answered' }))
  parts.title.focus()
  port.postMessage({ type: 'shown' })
  if (order.url !== null) postInto(BANK, order.url, order.fields)
}

function partsOf({ windowSize, fullPageUrl }: ChallengeOrder, texts: ReturnType<typeof textsOf>) {
  const title = element('h1', { id: 'title', tabindex: '-1' }, texts.challengeTitle)
  const cancel = element('button', { type: 'button', 'data-action': 'cancel' }, texts.cancel)
  const allow = 'payment *; publickey-credentials-get *'
  const frame = element('iframe', { name: BANK, title: texts.challengeFrame, allow })
  const fullPage = pageOfOurs(fullPageUrl)
    ? element('a', { href: fullPageUrl!, target: '_top', 'data-action': 'full-page' }, texts.fullPage)
    : null
  const aside = element('p', { class: 'aside', role: 'status' })
  const footer = element('div', { class: 'foot' }, aside, ...(fullPage ? [fullPage] : []))
  const head = element('div', { class: 'head' }, title, cancel)
  const named = { role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'title', class: 'dialog' }
  const dialog = element('div', { ...named, 'data-size': windowSize }, head, frame, footer)
  const [start, end] = [element('span', { tabindex: '0' }), element('span', { tabindex: '0' })]
  return { start, end, dialog, title, cancel, frame, fullPage, aside }
}

/** The way out leads over an address of this gateway and no other. */
function pageOfOurs(url: string | null): boolean {
  return url !== null && new URL(url, location.origin).origin === location.origin
}

/** In a page that is isolated from all others this one is as well, and the browser says when it keeps a bank out. */
function onBlocked(refused: () => void): void {
  if (typeof ReportingObserver !== 'undefined') new ReportingObserver(refused, { types: ['coep'] }).observe()
}

function bringForward(aside: HTMLElement, words: string): void {
  aside.textContent = words
  aside.parentElement!.classList.add('forward')
}

/** Only the page in the bank's frame is heard, and only once it is the gateway's own that the bank has led back to. */
function hearBank(frame: HTMLIFrameElement, answered: () => void): void {
  addEventListener('message', ({ source, origin, data }: MessageEvent) => {
    if (source === frame.contentWindow && origin === location.origin && data?.type === 'CHALLENGE_RESPONSE') answered()
  })
}

void start()
