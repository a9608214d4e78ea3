import { setStyles, UNTOUCHED } from './frame.ts'
import { registerVariables } from './read-theme.ts'

const NAME = 'embedded-fields-card'
/** A frame that leaves the document loses its input, no matter what removed it. */
const REMOVED = 'removed'

/**
 * The frame has a margin of 4 pixels inside, for the rings that show the focus. It is as wide as its container; in a
 * container that is sized by its content, such as a centered column, it gets up to 480 pixels.
 */
const FRAME = {
  ...UNTOUCHED,
  display: 'block',
  width: '488px',
  'min-width': 'calc(100% + 8px)',
  'max-width': 'calc(100% + 8px)',
  height: '0',
  margin: '-4px',
}

/** Makes `<embedded-fields-card>` known to this page, once. */
export function defineFieldsElement(): void {
  if (customElements.get(NAME)) return
  // Defined in here, because on a server there are no elements to extend.
  class FieldsElement extends HTMLElement {
    disconnectedCallback(): void {
      this.dispatchEvent(new Event(REMOVED))
    }

    /** A browser that can move a frame without emptying it need not tell. */
    connectedMoveCallback(): void {}
  }
  customElements.define(NAME, FieldsElement)
  registerVariables()
}

/** @param removed is called whenever it leaves the document, even if it comes back elsewhere */
export function createFieldsElement(frame: HTMLIFrameElement, removed: () => void): HTMLElement {
  const made = document.createElement(NAME)
  made.style.setProperty('display', 'block')
  made.addEventListener(REMOVED, removed)
  setStyles(frame, FRAME)
  made.append(frame)
  return made
}
