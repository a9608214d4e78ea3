import { GATEWAY } from './base-url.ts'
import { setStyles, UNTOUCHED } from './frame.ts'
import { schemeOf } from './read-theme.ts'

/** The page's style sheets must not change the layer that covers it. */
const LAYER = {
  ...UNTOUCHED,
  visibility: 'visible',
  'pointer-events': 'auto',
  position: 'fixed',
  inset: '0',
  width: '100vw',
  height: '100dvh',
  display: 'block',
  'z-index': '2147483647',
}

/**
 * Lays the gateway's challenge window over the page and makes the page's own parts inert meanwhile. It stands in the
 * shop's dialog where there is one, because a modal dialog lets nothing else be used.
 * @param port leads to the card frame and is passed on unread
 * @returns removes the window and puts the focus back where it was
 */
export function showChallenge(
  frame: HTMLIFrameElement,
  anchor: Element,
  port: MessagePort,
  giveUp: () => void,
): () => void {
  const focused = document.activeElement
  const layer = document.createElement('div')
  setStyles(layer, LAYER)
  setStyles(frame, { ...LAYER, 'color-scheme': schemeOf(anchor) })
  frame.addEventListener('load', () => sendHandshake(frame, port), { once: true })
  layer.popover = 'manual'
  layer.append(frame)
  const room = anchor.closest('dialog[open]') ?? document.body
  const others = [...room.children].filter((child) => !child.hasAttribute('inert'))
  for (const other of others) other.setAttribute('inert', '')
  room.append(layer)
  layer.showPopover?.()
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') giveUp()
  }
  addEventListener('keydown', onKey)
  return () => {
    removeEventListener('keydown', onKey)
    for (const other of others) other.removeAttribute('inert')
    layer.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}

function sendHandshake(frame: HTMLIFrameElement, port: MessagePort): void {
  frame.contentWindow?.postMessage({ type: 'embedded-fields-challenge' }, GATEWAY, [port])
  frame.focus()
}
