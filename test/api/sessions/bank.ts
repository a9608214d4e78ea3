import { formIn, postForm } from '#test/page-forms.ts'
import type { Browser } from './browser.ts'

/** Metadata of a payment that goes straight to its challenge. */
export const CHALLENGE = { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' }

interface Challenge {
  readonly transaction_id: string
  readonly action: { readonly url: string; readonly fields: Record<string, string> }
}

/** Pays with a card up to its challenge. */
export async function challengeOf(browser: Browser): Promise<Challenge> {
  const { body } = await browser.pay()
  return (await browser.call('continue', { transaction_id: body.transaction_id })).body
}

/** Presses a button of the bank's frame. @returns the text of our notification page */
export async function press({ action }: Challenge, outcome: string): Promise<string> {
  const bank = await postForm(action.url, action.fields)
  const question = formIn(await bank.text(), action.url)
  const done = await postForm(question.url, { ...question.fields, outcome })
  const back = formIn(await done.text(), question.url)
  const notified = await postForm(back.url, back.fields, 'iframe')
  const page = await fetch(new URL(notified.headers.get('location')!, back.url), {
    headers: { 'sec-fetch-dest': 'iframe' },
  })
  return page.text()
}

/** Answers the bank in its frame, and goes on as the card's frame does. @returns the step after it */
export async function passBank(browser: Browser, challenge: Challenge, outcome = 'Y') {
  await press(challenge, outcome)
  return (await browser.call('continue', { transaction_id: challenge.transaction_id })).body
}

export function cancelAtBank(challenge: Challenge): Promise<string> {
  return press(challenge, 'cancel')
}
