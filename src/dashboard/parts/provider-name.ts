import { readdirSync } from 'node:fs'
import { type Html, html } from '#html/html.ts'
import { brandMark } from '#html/marks/brand-mark.ts'
import { sentenceCase } from './format.ts'

const NAMES: Readonly<Record<string, string>> = { iso8583: 'ISO 8583', paypal: 'PayPal' }

const GUIDES = readdirSync(new URL('../../../docs/providers', import.meta.url))

/** Sentence with a link to our guide of a provider; none for a provider module. @param what that the guide shows */
export function guideSentence(provider: string, what: string): Html | false {
  const page = provider.endsWith('-simulator') ? 'reference/simulators' : `providers/${provider}`
  const isOurs = page.startsWith('reference') || GUIDES.includes(`${provider}.md`)
  return isOurs && html`<a href="/docs/${page}">The guide</a> shows where to find ${what}.`
}

/** Name of a provider as people write it: `card-simulator` is the Card simulator. */
export function providerName(provider: string): string {
  return NAMES[provider] ?? sentenceCase(provider)
}

export function providerLabel(provider: string): Html {
  return html`<span class="whole">${brandMark(provider)} ${providerName(provider)}</span>`
}
