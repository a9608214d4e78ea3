import { type Html, html } from '#html/html.ts'
import { brandMark } from '#html/marks/brand-mark.ts'
import { sentenceCase } from './format.ts'

const NAMES: Readonly<Record<string, string>> = { iso8583: 'ISO 8583', paypal: 'PayPal' }

/** Page of our documents that shows where a provider has its credentials. */
export function guideOf(provider: string): string {
  return provider.endsWith('-simulator') ? '/docs/reference/simulators' : `/docs/providers/${provider}`
}

/** Name of a provider as people write it: `card-simulator` is the Card simulator. */
export function providerName(provider: string): string {
  return NAMES[provider] ?? sentenceCase(provider)
}

export function providerLabel(provider: string): Html {
  return html`<span class="whole">${brandMark(provider)} ${providerName(provider)}</span>`
}
