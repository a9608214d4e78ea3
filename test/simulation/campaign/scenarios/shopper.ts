import { formIn, postForm } from '#test/page-forms.ts'
import type { Chance } from '../chance.ts'
import type { Step } from '../journal.ts'
import { inTime } from '../retry.ts'

const OUTCOMES = ['APPROVED', 'APPROVED', 'APPROVED', 'DECLINED', 'CANCELED', 'PENDING']
const BANK_ANSWERS = ['Y', 'Y', 'Y', 'Y', 'Y', 'N', 'cancel']

/**
 * Presses a button of a provider's page. What a browser gets of a page is no answer of the API, so it stands in no
 * journal.
 * @returns where the browser is sent
 */
export async function pressSomething(chance: Chance, url: string): Promise<string | null> {
  const body = new URLSearchParams({ outcome: chance.pick(OUTCOMES) })
  const send = (to: string) => fetch(to, { method: 'POST', body, redirect: 'manual', signal: inTime() })
  try {
    const answer = await send(`${url}/outcome`)
    const location = answer.headers.get('location')
    // The page of a merchant that has moved is elsewhere.
    return answer.status === 307 ? (await send(location!)).headers.get('location') : location
  } catch {
    return null
  }
}

/** Does what our page asks of the shopper; a page that does not load is left as it is. */
export async function takeStep(chance: Chance, { kind, type, url, fields }: Step): Promise<void> {
  if (kind === 'redirect') await pressSomething(chance, url!)
  else if (type === 'THREE_DS_2_CHALLENGE') await answerBank(url!, fields, chance.pick(BANK_ANSWERS)).catch(() => {})
}

/** The bank's page in a frame: the question, the answer, and back at our own notification address. */
async function answerBank(url: string, fields: Step['fields'], outcome: string): Promise<void> {
  const page = await postForm(url, fields, 'iframe', inTime())
  const question = formIn(await page.text(), url)
  const done = await postForm(question.url, { ...question.fields, outcome }, 'iframe', inTime())
  const back = formIn(await done.text(), question.url)
  await postForm(back.url, back.fields, 'iframe', inTime())
}
