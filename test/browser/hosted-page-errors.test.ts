import { expect, test } from '../support/browser-test.ts'
import { HostedPage } from './pages/hosted-page.ts'
import { returnTo } from './pages/return-url.ts'

test('every mistake is listed at the top with a way to its field, and what was typed stays', async ({
  page,
  demo,
  merchant,
}) => {
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(await merchant.createSession())
  await page.locator('#number').fill('4111111111111112')
  await expect(page.locator('#number')).toHaveValue('4111 1111 1111 1112')
  await hosted.payButton.click()
  await expect(hosted.problems.getByRole('link')).toHaveCount(3)
  await expect(hosted.problems).toBeFocused()
  await expect(page.locator('#number')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('#number')).toHaveValue('4111 1111 1111 1112')
  await hosted.problems.getByRole('link', { name: 'Enter the expiry date.' }).click()
  await expect(page.locator('#expiry')).toBeFocused()
})

test('a corrected error leaves the list of errors, which disappears with the last one', async ({
  page,
  demo,
  merchant,
}) => {
  const hosted = new HostedPage(page, demo.base_url)
  const listed = hosted.problems.getByRole('link')
  await hosted.open(await merchant.createSession())
  await hosted.payButton.click()
  await expect(listed).toHaveCount(3)
  await page.locator('#expiry').fill(`12 / ${new Date().getUTCFullYear() + 3}`)
  await expect(listed).toHaveText(['Enter the card number.', 'Enter the security code.'])
  await page.locator('#number').fill('4111111111111112')
  await expect(listed).toHaveText(['Enter the security code.'])
  await page.locator('#cvc').fill('1234')
  await expect(listed).toHaveText(['Check the card number: a digit seems wrong.'])
  await hosted.payButton.click()
  await expect(listed).toHaveText(['Check the card number: a digit seems wrong.', 'The security code has 3 digits.'])
  await page.locator('#number').fill('378282246310005')
  await page.locator('#expiry').focus()
  await expect(hosted.problems).toBeHidden()
  await expect(page.locator('[aria-invalid]')).toHaveCount(0)
})

test.describe('found by the server', () => {
  test.use({ expectedNoise: /status of 422/ })

  test('an error of the server leaves the list when it is corrected', async ({ page, demo, merchant }) => {
    const hosted = new HostedPage(page, demo.base_url)
    await hosted.open(await merchant.createSession())
    await page.evaluate(`document.querySelector('.pay-form').submit()`)
    const listed = hosted.problems.getByRole('link')
    await expect(listed).toHaveCount(3)
    await hosted.fillCard()
    await expect(hosted.problems).toBeHidden()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: /status of 422/ })

  test('mistakes are listed too, and no digit of the card comes back in the page', async ({ page, demo, merchant }) => {
    const hosted = new HostedPage(page, demo.base_url)
    await hosted.open(await merchant.createSession())
    await hosted.fillCard('4111111111111112')
    await hosted.payButton.click()
    await expect(hosted.problems.getByRole('link')).toHaveText('Check the card number: a digit seems wrong.')
    await expect(page.locator('#number')).toHaveAttribute('aria-invalid', 'true')
    expect(await page.content()).not.toMatch(/4111|>123</)
  })
})

test('while a card is composed by an input method its brand is shown, and a mistake is not', async ({
  page,
  demo,
  merchant,
}) => {
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(await merchant.createSession())
  await hosted.payButton.click()
  await page.locator('#number').focus()
  const browser = await page.context().newCDPSession(page)
  const text = '４１１１１'
  await browser.send('Input.imeSetComposition', { text, selectionStart: 5, selectionEnd: 5 })
  await expect(page.locator('.brand')).toHaveText('Visa')
  await expect(page.locator('#number')).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('#number')).toHaveValue(text)
})

test('a field says what is wrong once it is left, and a press on the button still counts', async ({
  page,
  demo,
  site,
  merchant,
}) => {
  const id = await merchant.createSession(returnTo(site.origin))
  const hosted = new HostedPage(page, demo.base_url)
  await hosted.open(id)
  const number = page.locator('[data-input="number"]')
  await number.locator('input').pressSequentially('4111111111111112')
  await expect(number.locator('.brand')).toHaveText('Visa')
  await expect(number.locator('.field-problem')).toBeEmpty()
  await number.locator('input').press('Tab')
  await expect(number.locator('.field-problem')).toHaveText('Check the card number: a digit seems wrong.')
  await expect(page.locator('[data-input="expiry"] .field-problem')).toBeEmpty()

  await number.locator('input').fill('')
  await number.locator('input').pressSequentially('4111111111111112')
  await expect(number.locator('.field-problem')).toBeEmpty()
  // The button's upper edge moves away as soon as the line above grows, where the whole page is in sight.
  await page.setViewportSize({ width: 1280, height: 1500 })
  await hosted.payButton.click({ position: { x: 40, y: 3 }, delay: 200 })
  await expect(page.locator('#problems')).toBeFocused()
})
