import { integrityOf, mapPath } from '#html/assets.ts'
import { bundleOf } from '#html/bundle.ts'

export interface PublishedScript {
  readonly content: string
  /** Digest of the script. */
  readonly version: string
  readonly integrity: string
  readonly mapPath: string
}

const SOURCES = {
  'embedded-fields': 'embedded-fields/main.ts',
  'walleta-pay-redirect': 'embedded-fields/walleta-pay-redirect.ts',
  'walletb-pay-redirect': 'embedded-fields/walletb-pay-redirect.ts',
} as const

export type ShopScriptName = keyof typeof SOURCES

export function shopScript(name: ShopScriptName, baseUrl: string): PublishedScript {
  const content = withAddress(bundleOf(SOURCES[name]).code, baseUrl)
  const integrity = integrityOf(content)
  const version = Buffer.from(integrity.slice(7), 'base64').toString('hex').slice(0, 16)
  return { content, integrity, version, mapPath: mapPath(SOURCES[name]) }
}

/** Adds the constant that `web/embedded-fields/base-url.ts` reads, in a block, so that it is not global in the shop. */
function withAddress(code: string, baseUrl: string): string {
  return `"use strict";{const GATEWAY_URL=${JSON.stringify(baseUrl)};${code}}\n`
}
