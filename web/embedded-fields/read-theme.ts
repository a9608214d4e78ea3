import type { Theme } from '../shared/protocol.ts'
import { isSafeValue, VARIABLES } from '../shared/variables.ts'
import { setStyles } from './frame.ts'
import { isOnDark } from './page-ground.ts'

/**
 * Styles of a frame by the shop's style sheets; unsafe values are left out, with a warning. Where the page behind it
 * is dark and says so neither by a scheme nor by our colors, the frame is dark too.
 */
export function lookOf(frame: HTMLElement): Theme {
  const style = getComputedStyle(frame)
  const look: Record<string, string> = {}
  for (const name of VARIABLES) {
    const value = style.getPropertyValue(name).trim()
    if (value === '') continue
    if (isSafeValue(value)) look[name] = value
    else console.warn(`embedded-fields: the value of ${name} is not used.`)
  }
  const said = schemeOf(frame.parentElement!)
  const isDark = said === 'normal' && !OWN_COLORS.some((name) => name in look) && isOnDark(frame)
  setStyles(frame, { 'color-scheme': isDark ? 'dark' : 'inherit' })
  return { ...look, 'color-scheme': isDark ? 'dark' : said }
}

/** Colors by which a shop decides itself about light or dark fields. */
const OWN_COLORS = ['--lib-input-color', '--lib-input-background-color']

/** Light or dark as CSS says it. `normal` means what the page's meta tag says, which a frame cannot see. */
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
 * Calls `changed` when the theme changes, by a style sheet, a class or a media query. A transition on the variables
 * reports it, without polling.
 * @returns a function that stops watching
 */
export function watchLook(element: HTMLElement, changed: () => void): () => void {
  const names = [...VARIABLES, 'color-scheme']
  // A browser that does not know the second keeps the first; there variables are read when the fields are mounted.
  for (const how of ['1ms step-start', '1ms step-start allow-discrete']) {
    setStyles(element, { transition: names.map((name) => `${name} ${how}`).join(',') })
  }
  const listen = ({ propertyName, target }: TransitionEvent): void => {
    if (target === element && names.includes(propertyName)) changed()
  }
  element.addEventListener('transitionend', listen)
  const shown = watchShown(element, changed)
  // Pages become dark by attributes of their root or body, and the color behind a frame has no transition on it.
  const themed = new MutationObserver(changed)
  for (const root of [document.documentElement, document.body]) themed.observe(root, { attributes: true })
  return () => {
    element.removeEventListener('transitionend', listen)
    shown.disconnect()
    themed.disconnect()
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
