/** True if the first background color behind an element is dark. Images count as light, because their color is unknown. */
export function isOnDark(element: Element): boolean {
  for (let behind: Element | null = element; behind; behind = behind.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(behind)
    if (backgroundImage !== 'none') return false
    const lightness = lightnessOf(backgroundColor)
    if (lightness !== null) return lightness < DARK
  }
  return false
}

/** True if white text on it is easier to read than black text. */
const DARK = 0.46

/** Perceived lightness of a computed color, 0 to 1; null if it is transparent. */
export function lightnessOf(color: string): number | null {
  const numbers = color.match(/(?<![\w.-])-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? []
  const [first, second, third, alpha = 1] = numbers
  if (third === undefined || alpha < 0.5) return null
  const isLightness = /^(ok|l)/.test(color)
  const full = { r: 255, l: 100 }[color[0]!] ?? 1
  return (isLightness ? first! : 0.2126 * first! + 0.7152 * second! + 0.0722 * third) / full
}
