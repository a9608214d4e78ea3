import type { Options } from '../../embedded-fields/types.ts'
import type { FramePurpose } from '../shared/protocol.ts'
import { GATEWAY } from './base-url.ts'
import { isPageIsolated } from './isolation.ts'

/** Permissions that a bank's page inside our frames needs for passkeys. */
const PERMISSIONS = ['payment *', 'publickey-credentials-get *']

/** Asks for a frame that an isolated page may show. */
const ISOLATED = 'isolated=1'

interface Policies {
  readonly featurePolicy?: { features(): readonly string[] }
}

/** A frame on the gateway's origin. Nothing it holds can be read from here. */
export function createFrame(
  options: Options,
  component: FramePurpose | 'challenge',
  locale = options.locale,
): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  const query = new URLSearchParams({
    client_key: options.clientKey,
    session_id: options.sessionId,
    environment: options.environment,
    component,
    origin: location.origin,
    ...(locale && { locale }),
  })
  // Some browsers fill in another site's frame only with this permission; others warn about an unknown one.
  const autofill = (document as Policies).featurePolicy?.features().includes('autofill') ? ['autofill'] : []
  frame.src = addressed(`${GATEWAY}/embedded-fields/frame?${query}`)
  frame.allow = [...PERMISSIONS, ...autofill].join('; ')
  frame.referrerPolicy = 'origin'
  return frame
}

/** Requests a frame again whose first load got lost. */
export function loadAgain(frame: HTMLIFrameElement): void {
  const { src } = frame
  frame.src = addressed(src)
}

function addressed(src: string): string {
  return isPageIsolated() && !src.endsWith(ISOLATED) ? `${src}&${ISOLATED}` : src
}

/** Resets a page's CSS rules for all frames; inherited properties, such as visibility, stay. */
export const UNTOUCHED = { all: 'unset' }

export function setStyles(target: HTMLElement, styles: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(styles)) target.style.setProperty(name, value, 'important')
}
