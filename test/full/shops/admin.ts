import type { Browser } from '@playwright/test'

// Pictures of a payment in each admin (CONTRIBUTING.md). Tests need no admin, which takes a minute to build.

export type Shop = 'medusa' | 'vendure'

export const keepsPictures = process.env.KEEP_PICTURES !== undefined

interface Admin {
  /** Needed by the shop to build it, beyond its lock file. */
  readonly packages: readonly string[]
  /** Pixels at which payments have a column of their own. */
  readonly width: number
  /** Heading of the payments in an order. */
  readonly heading: string
}

export const ADMINS: Readonly<Record<Shop, Admin>> = {
  medusa: { packages: ['@medusajs/admin-sdk@2.21.2', 'typescript@5.9.3'], width: 1200, heading: 'Payments' },
  vendure: { packages: ['@vendure/dashboard@3.7.3'], width: 1000, heading: 'Payment details' },
}

/** Sign-in of the shop's administrator. */
export const ADMINISTRATOR = { user: 'admin@shop.example', password: 'nine bags of beans' }

/** Takes a picture of an order's payments in the admin, if pictures are kept. @param url of the order there */
export async function keepPicture(browser: Browser, shop: Shop, url: string): Promise<void> {
  if (!keepsPictures) return
  const { width, heading } = ADMINS[shop]
  const page = await browser.newPage({ viewport: { width, height: 500 }, deviceScaleFactor: 1.5 })
  await page.goto(url)
  await page.locator('input').first().fill(ADMINISTRATOR.user)
  await page.locator('input[type="password"]').fill(ADMINISTRATOR.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(({ pathname }) => !pathname.endsWith('/login'))
  await page.goto(url)
  const payments = page.getByText(heading, { exact: true }).first()
  await payments.evaluate((element) => Object.assign(element, { style: 'scroll-margin-top: 4.5rem' }).scrollIntoView())
  await page.screenshot({ path: `docs/images/shop-${shop}.png` })
  await page.close()
}
