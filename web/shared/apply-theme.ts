import type { Theme } from './protocol.ts'
import { isSafeValue, VARIABLES } from './variables.ts'

/** Gives a frame the shop's look; what the shop does not set falls back to our own. */
export function applyLook(look: Theme): void {
  const { style } = document.documentElement
  for (const name of VARIABLES) {
    const value = look[name] ?? ''
    if (value !== '' && isSafeValue(value)) style.setProperty(name, value)
    else style.removeProperty(name)
  }
  style.setProperty('color-scheme', /^[a-z ]+$/.test(look['color-scheme'] ?? '') ? look['color-scheme']! : 'normal')
}
