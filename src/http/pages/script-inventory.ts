import { Type } from 'typebox'
import { type AssetFile, assetOf } from '#html/assets.ts'
import { shopScript } from './embedded/script.ts'

/** Reason for each script on a page with card fields, which PCI DSS 6.4.3 requires. */
const REASONS: Partial<Record<AssetFile, readonly [page: string, reason: string]>> = {
  'hosted-page/main.ts': [
    '/hosted-payment-page',
    'Shows the fields of the chosen method and fills in what banks ask of a browser. Also on pages of payment links.',
  ],
  'hosted-page/print.ts': ['/hosted-payment-page', 'Prints the receipt.'],
  'card-frame/main.ts': [
    '/embedded-fields/frame',
    'Draws the card fields, checks them and sends the card to this gateway.',
  ],
  'card-frame/denial.ts': ['/embedded-fields/frame', 'Reports to the shop’s page why it gets no card fields.'],
  'challenge-window/main.ts': ['/embedded-fields/frame', 'Shows the bank’s 3-D Secure challenge in a frame.'],
  'three-ds/auto-submit.ts': ['/three-ds', 'Takes the browser to the bank or the provider.'],
  'three-ds/fingerprint.ts': ['/three-ds', 'Lets the bank recognize the browser.'],
  'three-ds/method-notified.ts': [
    '/three-ds',
    'Notifies the page that contains it that the bank has checked the browser.',
  ],
  'three-ds/challenge-return.ts': ['/three-ds', 'Reports to the shop’s page that the bank has answered.'],
}

export const CARD_PAGE_SCRIPTS = Object.keys(REASONS) as readonly AssetFile[]

export const ScriptInventory = Type.Object(
  {
    version: Type.String({ description: 'Version of the embedded fields.' }),
    content_security_policy: Type.String({ description: 'Directives that your checkout page needs.' }),
    scripts: Type.Array(
      Type.Object({
        url: Type.String(),
        integrity: Type.String({ description: 'Subresource Integrity digest.' }),
        page: Type.String({ description: 'Where it runs.' }),
        reason: Type.String(),
      }),
    ),
  },
  { title: 'Script inventory' },
)

/** Lists the scripts on pages with card fields (PCI DSS 4.0.1, 6.4.3 and 11.6.1). */
export function scriptInventory(baseUrl: string) {
  const script = shopScript('embedded-fields', baseUrl)
  const embedded = {
    url: `${baseUrl}/embedded-fields/${script.version}.js`,
    integrity: script.integrity,
    page: 'the shop’s checkout page',
    reason: 'Puts the gateway’s card frame into the page. It never sees a card.',
  }
  const ours = Object.entries(REASONS).map(([file, [page, reason]]) => {
    const { path, integrity } = assetOf(file as AssetFile)
    return { url: baseUrl + path, integrity, page: baseUrl + page, reason }
  })
  return {
    version: script.version,
    content_security_policy: `script-src ${baseUrl}; frame-src ${baseUrl}`,
    scripts: [embedded, ...ours],
  }
}
