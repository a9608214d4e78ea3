import type { Look } from '../shared/protocol.ts'
import { isSafeValue, VARIABLES } from '../shared/variables.ts'

/**
 * What the shop's style sheets say about an element of ours; unsafe values are left out, with a warning.
 */
export function lookOf(element: Element): Look {
  const style = getComputedStyle(element)
  const set = VARIABLES.map((name) => [name, style.getPropertyValue(name).trim()] as const).filter(
    ([, value]) => value !== '',
  )
  const safe = set.filter(([name, value]) => {
    if (!isSafeValue(value)) console.warn(`embedded-fields: the value of ${name} is not used.`)
    return isSafeValue(value)
  })
  return { ...Object.fromEntries(safe), 'color-scheme': schemeOf(element) }
}

/**
 * Light or dark as CSS says it. `normal` means what the page's meta tag says, which a frame cannot see.
 */
export function schemeOf(element: Element): string {
  const { colorScheme } = getComputedStyle(element)
  const meta = document.querySelector<HTMLMetaElement>('meta[name="color-scheme" i]')
  return (colorScheme === 'normal' && meta?.content) || colorScheme
}

/** Only a registered variable has an initial value, which a transition needs to start from. */
export function registerVariables(): void {
  for (const name of VARIABLES) {
    try {
      CSS.registerProperty({ name, syntax: '*', inherits: true, initialValue: ' ' })
    } catch {
      // It is registered already, or this browser cannot register properties.
    }
  }
}

/**
 * Tells when the look changes, whatever changed it: a style sheet, a class, a media query. The end of a transition on
 * the variables announces it, without polling.
 * @returns stops it
 */
export function watchLook(element: HTMLElement, changed: () => void): () => void {
  const names = [...VARIABLES, 'color-scheme']
  // A browser that does not know the second keeps the first; there variables are read when the fields are mounted.
  for (const how of ['1ms step-start', '1ms step-start allow-discrete']) {
    element.style.setProperty('transition', names.map((name) => `${name} ${how}`).join(','), 'important')
  }
  const listen = ({ propertyName, target }: TransitionEvent): void => {
    if (target === element && names.includes(propertyName)) changed()
  }
  element.addEventListener('transitionend', listen)
  const shown = watchShown(element, changed)
  return () => {
    element.removeEventListener('transitionend', listen)
    shown.disconnect()
  }
}

/** An element that is not displayed has no transitions, so the look is read again once it is shown. */
function watchShown(element: HTMLElement, shown: () => void): ResizeObserver {
  let isShown = true
  const observer = new ResizeObserver(() => {
    const wasShown = isShown
    isShown = element.getClientRects().length > 0
    if (isShown && !wasShown) shown()
  })
  observer.observe(element)
  return observer
}
