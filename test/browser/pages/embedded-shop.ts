import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { MerchantServer } from '../../support/browser-merchant.ts'
import type { Site } from '../../support/browser-site.ts'
import type { Demo } from '../../support/gateway-process.ts'
import { Bank } from './bank.ts'

/** Result of a payment in the shop's callback. */
export interface Answer {
  readonly response: {
    approved: boolean
    status: string
    transaction_id: string
    processing_code: string
    redirect?: { url: string }
  } | null
  readonly error: { code: string; message: string } | null
}

/** Fixtures of a test that a shop needs. */
interface Stage {
  readonly page: Page
  readonly site: Site
  readonly demo: Demo
  readonly merchant: MerchantServer
}

/** A card that every test types in unless it says otherwise. */
const CARD = { number: '4111111111111111', expiry: '1239', cvc: '123' }

/** A page of a shop that shows the embedded fields; what it does, it does by the public interface. */
export class EmbeddedShop {
  readonly page: Page
  readonly #demo: Demo

  constructor(page: Page, demo: Demo) {
    this.page = page
    this.#demo = demo
  }

  /** The whole markup such a page needs. */
  static markup({ base_url }: Demo): string {
    return `<script src="${base_url}/embedded-fields.js"></script>
<h1>Checkout</h1><label>Note <input id="before"></label><div id="card"></div>
<button type="button" id="pay">Pay</button><p id="after" tabindex="0">Thank you</p>`
  }

  /** A shop with a session and a card typed in, on a page with headers of its own. */
  static async open(stage: Stage, session: object = {}, headers: Readonly<Record<string, string>> = {}) {
    const { page, site, demo, merchant } = stage
    const shop = new EmbeddedShop(page, demo)
    await page.goto(site.show(EmbeddedShop.markup(demo), site.origin, headers))
    const sessionId = await merchant.createSession({ return_url: `${site.origin}/`, ...session })
    await shop.start({ sessionId })
    await shop.mount('card')
    await shop.type()
    return shop
  }

  /** Opens a session; keeps the core, what listeners and callbacks heard, and what the page's policy complained of. */
  start(options: Readonly<Record<string, unknown>>): Promise<string> {
    const all = { clientKey: this.#demo.merchant.client_key, environment: 'test', locale: 'en-US', ...options }
    return this.page.evaluate(`(async () => {
      window.heard ??= { errors: [], changes: [], answers: [], violations: [] }
      document.addEventListener('securitypolicyviolation', (event) => heard.violations.push(event.violatedDirective))
      try { window.core = await PaymentComponent(${JSON.stringify(all)}); return 'ready' } catch (error) { return error.code }
    })()`)
  }

  /** Mounts a component as \`window[name]\` and waits until it is ready. */
  mount(type: string, config: object = {}, name = 'component'): Promise<void> {
    return this.page.evaluate(`(async () => {
      const componentListeners = { onError: (error) => heard.errors.push(error.code), onChange: (change) => heard.changes.push(change) }
      window.${name} = core.create('${type}', { ...${JSON.stringify(config)}, componentListeners })
      await ${name}.mount('#card')
      document.querySelector('#pay').onclick = () => ${name}.submitPayment({ callback: (response, error) => heard.answers.push({ response, error: error && { code: error.code, message: error.message } }) })
    })()`)
  }

  get fields(): FrameLocator {
    return this.page.frameLocator('embedded-fields-card iframe')
  }

  field(name: string): Locator {
    return this.fields.locator(`[name="${name}"]`)
  }

  problem(name: string): Locator {
    return this.fields.locator(`#${name}-problem`)
  }

  /** The gateway's window over the page. */
  get window(): FrameLocator {
    return this.page.frameLocator('body > div[popover] iframe')
  }

  get dialog(): Locator {
    return this.window.getByRole('dialog')
  }

  get bank(): Bank {
    return new Bank(this.window.frameLocator('iframe'))
  }

  async type(card: Partial<typeof CARD> = {}): Promise<void> {
    for (const [name, text] of Object.entries({ ...CARD, ...card })) {
      await this.field(name).fill('')
      await this.field(name).pressSequentially(text)
    }
  }

  /** Presses the shop's own button. */
  async pay(): Promise<void> {
    await this.page.locator('#pay').click()
  }

  /** Presses it and waits for the answer. */
  async try(): Promise<Answer> {
    const before = (await this.answers()).length
    await this.pay()
    return this.answer(before)
  }

  /** Waits for the answer after so many others. */
  async answer(before = 0): Promise<Answer> {
    await expect.poll(async () => (await this.answers()).length, { timeout: 20_000 }).toBeGreaterThan(before)
    return (await this.answers())[before]!
  }

  answers(): Promise<Answer[]> {
    return this.page.evaluate('heard.answers')
  }

  heard(what: 'errors' | 'violations'): Promise<string[]> {
    return this.page.evaluate(`heard.${what}`)
  }

  changes(): Promise<{ valid: boolean; complete: boolean; brand: string | null; field: string }[]> {
    return this.page.evaluate('heard.changes')
  }
}
