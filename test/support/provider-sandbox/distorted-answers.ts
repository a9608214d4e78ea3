import { textOf } from '#outbound/answer-body.ts'
import type { Mistake } from '#provider/contract/provider-under-test.ts'
import { interceptRequests } from './intercepted-requests.ts'

/** Fields of a provider's JSON that repeat what it was asked, by what they say. */
type RepeatingFields = Readonly<Partial<Record<Mistake, readonly string[]>>>

const WRONG: Readonly<Record<Mistake, (value: unknown) => unknown>> = {
  amount: (value) => (typeof value === 'number' ? 1 : '0.01'),
  currency: (value) => (value === String(value).toLowerCase() ? 'xof' : 'XOF'),
  attempt: () => 'att_of_somebody_else',
}

/** Lets every answer of a provider over HTTP repeat something wrongly. @returns what ends that */
export function distortAnswers(fields: RepeatingFields, mistake: Mistake): () => void {
  return interceptRequests(async (send) => {
    const answer = await send()
    return { ...answer, body: Buffer.from(distorted(textOf(answer), fields[mistake] ?? [], WRONG[mistake])) }
  })
}

function distorted(text: string, names: readonly string[], wrong: (value: unknown) => unknown): string {
  if (!/^[{[]/.test(text)) return text
  const isPlain = (value: unknown) => typeof value === 'number' || typeof value === 'string'
  return JSON.stringify(JSON.parse(text), (name, value) => {
    return names.includes(name) && isPlain(value) ? wrong(value) : value
  })
}
