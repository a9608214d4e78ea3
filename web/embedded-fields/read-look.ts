import type { Look } from '../shared/protocol.ts'
import { isSafeValue, VARIABLES } from '../shared/variables.ts'

/**
 * What the shop's style sheets say about an element of ours; values that could do harm are left out, with a warning.
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
 * Light or dark as CSS says it; `normal` means what the page's own meta tag says. A frame knows nothing of that tag.
 */
export function schemeOf(element: Element): string {
  const { colorScheme } = getComputedStyle(element)
  const meta = document.querySelector<HTMLMetaElement>('meta[name="color-scheme" i]')
  return (colorScheme === 'normal' && meta?.content) || colorScheme
}

/** A variable nobody has set yet has no value to change from, unless its name is known to the browser. */
export function registerVariables(): void {
  for (const name of VARIABLES) {
    try {
      CSS.registerProperty({ name, syntax: '*', inherits: true, initialValue: ' ' })
    } catch {
      // It was registered before, or browsers here do not know how to.
    }
  }
}

/**
 * Tells when the look changes, whatever changed it: a style sheet, a class, a media query. A transition on the
 * variables is how a browser announces that without being asked over and over.
 * @returns an end to it
 */
export function watchLook(element: HTMLElement, changed: () => void): () => void {
  const names = [...VARIABLES, 'color-scheme']
  // Where the second is not understood the first stays; there variables are taken over when the fields are mounted.
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

/** While an element is not displayed nothing of it changes; what did meanwhile is seen when it is shown again. */
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
