import type { Locale } from '../shared/locales.ts'
import type { ComponentType } from '../shared/protocol.ts'
import { GATEWAY } from './base-url.ts'
import { isPageIsolated } from './isolation.ts'
import type { Options } from './options.ts'

/** What a bank's page needs to ask for a passkey; it reaches through both of our frames. */
const PERMISSIONS = ['payment *', 'publickey-credentials-get *']

/** How a screen reader announces the frame. */
export const TITLES: Readonly<Record<Locale, string>> = {
  'en-US': 'Payment details',
  'bs-BA': 'Podaci za plaćanje',
  'ro-RO': 'Date de plată',
  'sv-SE': 'Betalningsuppgifter',
}

/** Asks for a frame that an isolated page may show. */
const ISOLATED = 'isolated=1'

interface Policies {
  readonly featurePolicy?: { features(): readonly string[] }
}

/** A frame on the gateway's origin. Nothing it holds can be read from here. */
export function createFrame(
  options: Options,
  component: ComponentType | 'challenge',
  title: string,
): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  const query = new URLSearchParams({
    client_key: options.clientKey,
    session_id: options.sessionId,
    environment: options.environment,
    component,
    origin: location.origin,
  })
  // Browsers that ask before they fill in another site's frame want it said; others would complain of the word.
  const autofill = (document as Policies).featurePolicy?.features().includes('autofill') ? ['autofill'] : []
  frame.src = addressed(`${GATEWAY}/embedded-fields/frame?${query}`)
  frame.title = title
  frame.allow = [...PERMISSIONS, ...autofill].join('; ')
  frame.referrerPolicy = 'origin'
  return frame
}

/** Asks for a frame once more that was lost on its way. */
export function loadAgain(frame: HTMLIFrameElement): void {
  const { src } = frame
  frame.src = addressed(src)
}

function addressed(src: string): string {
  return isPageIsolated() && !src.endsWith(ISOLATED) ? `${src}&${ISOLATED}` : src
}

/** Nothing of the page's style sheets may reach what these styles say. */
export function setStyles(target: HTMLElement, styles: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(styles)) target.style.setProperty(name, value, 'important')
}
