import { applyLook } from '../shared/apply-theme.ts'
import { element, postInto } from '../shared/dom.ts'
import { awaitHandshake, readFrameConfig } from '../shared/handshake.ts'
import { directionOf } from '../shared/locales.ts'
import type { ChallengeRequest } from '../shared/protocol.ts'

/** A bank that refuses to be framed looks like a slow one, so its full page is offered after a while. */
const OFFER_AFTER_MS = 8000
const BANK = 'bank'

async function start(): Promise<void> {
  const { port } = await awaitHandshake('embedded-fields-challenge', readFrameConfig().origins)
  port.onmessage = ({ data }: MessageEvent<ChallengeRequest>) => {
    port.onmessage = null
    show(data, port)
  }
}

function show(request: ChallengeRequest, port: MessagePort): void {
  const { locale, texts } = request
  Object.assign(document.documentElement, { lang: locale, dir: directionOf(locale) })
  document.title = texts.challengeTitle
  applyLook(request.look)
  const cancel = () => port.postMessage({ type: 'canceled' })
  const parts = partsOf(request)
  document.body.append(parts.start, parts.dialog, parts.end)
  parts.cancel.addEventListener('click', cancel)
  addEventListener('keydown', ({ key }) => key === 'Escape' && cancel())
  // Tab stays inside the window: the first and the last element lead the focus back into it.
  parts.start.addEventListener('focus', () => (parts.fullPage ?? parts.cancel).focus())
  parts.end.addEventListener('focus', () => parts.cancel.focus())
  const offerFullPage = () => emphasize(parts.aside, texts.challengeStuck)
  setTimeout(offerFullPage, OFFER_AFTER_MS)
  onBlocked(offerFullPage)
  onBankAnswered(parts.frame, () => port.postMessage({ type: 'answered' }))
  parts.title.focus()
  port.postMessage({ type: 'shown' })
  if (request.url !== null) postInto(BANK, request.url, request.fields)
}

function partsOf({ windowSize, fullPageUrl, texts }: ChallengeRequest) {
  const title = element('h1', { id: 'title', tabindex: '-1' }, texts.challengeTitle)
  const cancel = element('button', { type: 'button', 'data-action': 'cancel' }, texts.challengeCancel)
  const allow = 'payment *; publickey-credentials-get *'
  const frame = element('iframe', { name: BANK, title: texts.challengeFrame, allow })
  const fullPage = isOwnAddress(fullPageUrl)
    ? element('a', { href: fullPageUrl!, target: '_top', 'data-action': 'full-page' }, texts.challengeFullPage)
    : null
  const aside = element('p', { class: 'aside', role: 'status' })
  const footer = element('div', { class: 'foot' }, aside, ...(fullPage ? [fullPage] : []))
  const head = element('div', { class: 'head' }, title, cancel)
  const named = { role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'title', class: 'dialog' }
  const dialog = element('div', { ...named, 'data-size': windowSize }, head, frame, footer)
  const [start, end] = [element('span', { tabindex: '0' }), element('span', { tabindex: '0' })]
  return { start, end, dialog, title, cancel, frame, fullPage, aside }
}

/** The link to the full page may lead to this gateway only. */
function isOwnAddress(url: string | null): boolean {
  return url !== null && new URL(url, location.origin).origin === location.origin
}

/** Reports a bank that the browser blocks: this page is cross-origin isolated if the shop's page is. */
function onBlocked(refused: () => void): void {
  if (typeof ReportingObserver !== 'undefined') new ReportingObserver(refused, { types: ['coep'] }).observe()
}

function emphasize(aside: HTMLElement, words: string): void {
  aside.textContent = words
  aside.parentElement!.classList.add('forward')
}

/** Only the gateway's own page counts, once the bank has led back to it in this frame. */
function onBankAnswered(frame: HTMLIFrameElement, answered: () => void): void {
  addEventListener('message', ({ source, origin, data }: MessageEvent) => {
    if (source === frame.contentWindow && origin === location.origin && data?.type === 'CHALLENGE_RESPONSE') answered()
  })
}

void start()
