/** Custom properties of a page in an accent color: words and buttons stay readable on both grounds. @param accent `#rrggbb` */
export function themeColors(accent: string): Readonly<Record<string, string>> {
  const color = channelsOf(accent)
  const [light, dark] = [readableOn(LIGHT, color, BLACK), readableOn(DARK, color, WHITE)]
  const brandText = contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK
  return {
    '--accent': `light-dark(${hexOf(light)}, ${hexOf(dark)})`,
    '--accent-hover': `light-dark(${hexOf(mix(light, BLACK, 0.2))}, ${hexOf(mix(dark, WHITE, 0.2))})`,
    '--accent-text': `light-dark(${hexOf(WHITE)}, ${hexOf(BLACK)})`,
    '--brand': hexOf(color),
    '--brand-text': hexOf(brandText),
  }
}

/** Red, green and blue, 0 to 255. */
type Color = readonly [number, number, number]

const WHITE: Color = [255, 255, 255]
const BLACK: Color = [0, 0, 0]

/** Grounds of text in our theme (`--surface`, `--ground` and `--surface-sunken` of web/theme.css). */
const LIGHT = ['#ffffff', '#f5f8f6'].map(channelsOf)
const DARK = ['#151d1b', '#0c1211', '#101716'].map(channelsOf)

/** Of words against what is behind them (WCAG 2.2, success criterion 1.4.3). */
const LEAST_CONTRAST = 4.5

/** Finds the nearest color between this one and black or white that is readable on all grounds. */
function readableOn(grounds: readonly Color[], color: Color, end: Color): Color {
  const shares = Array.from({ length: 51 }, (_, step) => step / 50)
  const isReadable = (one: Color) => grounds.every((ground) => contrast(one, ground) >= LEAST_CONTRAST)
  const share = shares.find((each) => isReadable(mix(color, end, each)))
  return mix(color, end, share!)
}

function channelsOf(hex: string): Color {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}

function hexOf(color: Color): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function mix(color: Color, other: Color, share: number): Color {
  const [red, green, blue] = color.map((channel, place) => Math.round(channel + (other[place]! - channel) * share))
  return [red!, green!, blue!]
}

/** From 1 to 21 (WCAG 2.2, contrast ratio). */
function contrast(one: Color, other: Color): number {
  const [brighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (brighter! + 0.05) / (darker! + 0.05)
}

/** WCAG 2.2, relative luminance. */
function luminance(color: Color): number {
  const [red, green, blue] = color.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
