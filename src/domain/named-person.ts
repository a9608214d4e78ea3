import { isSameEmail } from './email.ts'

export interface NamedPerson {
  readonly customerId: string | null
  readonly email: string | null
  readonly firstName: string | null
  readonly lastName: string | null
}

interface NamingView {
  readonly name: string
  readonly filters: Readonly<Record<string, string>>
}

/** True if a filter, the search or the name of a view names a person (docs/reference/erasure.md#what-is-erased). */
export function namesPerson({ name, filters }: NamingView, person: NamedPerson): boolean {
  const { q = '' } = filters
  const texts = [name, ...Object.values(filters)]
  return texts.some((text) => identifies(text, person)) || beginsNames(q, person) || hasLastName(name, person)
}

function identifies(text: string, { customerId, email }: NamedPerson): boolean {
  const isAddress = email !== null && text.split(/[\s<>,;"]+/).some((part) => isSameEmail(part, email))
  return isAddress || text.trim() === customerId
}

/** Minimum of searches (docs/reference/transactions.md#search). */
const LEAST_LETTERS = 3

function beginsNames(q: string, { firstName, lastName }: NamedPerson): boolean {
  const typed = wordsOf(q)
  const names = wordsOf(`${firstName ?? ''} ${lastName ?? ''}`)
  const isName = typed.every((word) => names.some((name) => name.startsWith(word)))
  return isName && typed.some((word) => word.length >= LEAST_LETTERS)
}

function hasLastName(text: string, { lastName }: NamedPerson): boolean {
  const [words, names] = [wordsOf(text), wordsOf(lastName ?? '')]
  return names.length > 0 && names.every((name) => words.includes(name))
}

/** Lower-case words without accents and apostrophes. */
function wordsOf(text: string): readonly string[] {
  const letters = text.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}'`´ʼ‘’]/gu, '')
  return letters.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
