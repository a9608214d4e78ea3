import { expect, it } from 'vitest'
import { themeCss } from './theme.ts'

const look = (accentColor: string | null) => themeCss({ displayName: null, accentColor, logoDigest: null })

/** WCAG 2.2, as its text says. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((place) => {
    const part = Number.parseInt(hex.slice(place, place + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: string, other: string): number {
  const [darker, brighter] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (brighter! + 0.05) / (darker! + 0.05)
}

/** Values of a property for light and dark. */
function valuesOf(css: string, name: string): string[] {
  return /: (.*);/.exec(css.split(`--${name}`)[1]!)![1]!.match(/#[0-9a-f]{6}/g)!
}

it('without a chosen color it is ours', () => expect(look(null)).toBe(''))

it.each([
  ...['#000000', '#ffffff', '#ffd400', '#7f7f7f', '#0f5c4d', '#ff0000', '#00ff00', '#0000ff', '#757575', '#768c00'],
])('words in %s and on it can be read in both themes', (color) => {
  const css = look(color)
  const grounds = [
    ['#ffffff', '#f5f8f6'],
    ['#151d1b', '#0c1211', '#101716'],
  ]
  for (const [theme, accent] of valuesOf(css, 'accent').entries()) {
    const text = valuesOf(css, 'accent-text')[theme]!
    for (const ground of grounds[theme]!) expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5)
    for (const behind of [accent, valuesOf(css, 'accent-hover')[theme]!])
      expect(contrast(text, behind)).toBeGreaterThanOrEqual(4.5)
  }
  expect(valuesOf(css, 'brand')).toEqual([color])
  expect(contrast(color, valuesOf(css, 'brand-text')[0]!)).toBeGreaterThanOrEqual(4.5)
})

it('a color that can be read as it is stays as it is', () => {
  expect(valuesOf(look('#0f5c4d'), 'accent')[0]).toBe('#0f5c4d')
})
