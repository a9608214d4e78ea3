import type { Appearance } from '#flows/appearance.ts'
import { type Html, html } from '#html/html.ts'
import type { HostedTexts } from '#web/hosted-page/texts/texts.ts'
import { themeColors } from '#web/shared/theme-colors.ts'

/** CSS of checked values; empty for the default theme. @param place selector of the root of the page */
export function themeCss({ accentColor }: Appearance, place = ':root'): string {
  if (accentColor === null) return ''
  const lines = Object.entries(themeColors(accentColor)).map(([name, value]) => `  ${name}: ${value};`)
  return `${place} {\n${lines.join('\n')}\n}`
}

export function testMark(isTest: boolean, { testMode }: HostedTexts): Html | false {
  return isTest && html`<p class="badge badge-warning" data-field="test-mode">${testMode}</p>`
}

/** Logo without alternative text, because a heading has the name. */
export function logoOf({ logoDigest }: Appearance): Html | false {
  return logoDigest !== null && html`<img class="logo" src="${logoPath(logoDigest)}" alt="">`
}

export function logoPath(digest: string): string {
  return `/merchant-logos/${digest}`
}
