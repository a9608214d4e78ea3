import { integrityOf } from './assets.ts'
import { bundle } from './bundle.ts'

/** A script that shops load into their own pages. */
export interface ShopScript {
  readonly content: string
  /** Names exactly this content; it is the script's own digest. */
  readonly version: string
  readonly integrity: string
}

const SCRIPTS = {
  'embedded-fields': bundle(new URL('../../../web/embedded-fields/main.ts', import.meta.url)),
  'walleta-pay-redirect': bundle(new URL('../../../web/embedded-fields/walleta-pay-redirect.ts', import.meta.url)),
  'walletb-pay-redirect': bundle(new URL('../../../web/embedded-fields/walletb-pay-redirect.ts', import.meta.url)),
} as const

export type ShopScriptName = keyof typeof SCRIPTS

/** A script for shops, with the gateway's own address written in. */
export function shopScript(name: ShopScriptName, baseUrl: string): ShopScript {
  const content = SCRIPTS[name].replaceAll('{{base_url}}', baseUrl)
  const integrity = integrityOf(content)
  return { content, integrity, version: Buffer.from(integrity.slice(7), 'base64').toString('hex').slice(0, 16) }
}
