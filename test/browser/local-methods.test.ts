import { expect, test } from '../support/browser-test.ts'
import { HostedPage } from './pages/hosted-page.ts'
import { Provider } from './pages/provider.ts'
import { returnTo, waitForReturn } from './pages/return-url.ts'

const CUSTOMER = { email: 'ana@example.com', first_name: 'Ana', last_name: 'Pop' }

for (const [code, name, currency, country] of [
  ['idl', 'iDEAL', 'EUR', 'NL'],
  ['bct', 'Bancontact', 'EUR', 'BE'],
  ['blk', 'BLIK', 'PLN', 'PL'],
  ['kla', 'Klarna', 'GBP', 'GB'],
  ['swi', 'Swish', 'SEK', 'SE'],
  ['twt', 'TWINT', 'CHF', 'CH'],
  ['mbp', 'MobilePay', 'DKK', 'DK'],
] as const) {
  test(`${name} is offered by its name in ${currency} from ${country}, and leads to its page and back`, async ({
    page,
    demo,
    site,
    merchant,
  }) => {
    const customer = { ...CUSTOMER, country }
    const id = await merchant.createSession({ ...returnTo(site.origin), currency, customer, metadata: {} })
    const hosted = new HostedPage(page, demo.base_url)
    await hosted.open(id)
    const method = hosted.method(`voucher-redirect-${code}`)
    await expect(method).toContainText(name)
    await method.click()
    await hosted.payButton.click()
    await expect(new Provider(page).heading).toHaveText(name)
    await new Provider(page).choose('APPROVED')
    await waitForReturn(page, site.origin)
    expect(await merchant.readSession(id)).toMatchObject({ status: 'APPROVED' })
  })
}
