import type { Locale } from '../locales.ts'

export type AgreementTexts = Readonly<Record<Locale, string>>

interface Terms {
  readonly description: string
  /** Formatted, with its currency; null without a limit. */
  readonly maxAmount: string | null
  readonly frequencyDays: number | null
  /** Formatted; null without an end. */
  readonly endsOn: string | null
}

interface Sentences {
  readonly saved: (description: string) => string
  readonly every: (days: number) => string
  readonly sometimes: string
  readonly most: (amount: string) => string
  readonly until: (day: string) => string
}

const EN: Sentences = {
  saved: (description) => `${description}: you let the shop charge this card later, without asking you again.`,
  every: (days) => (days === 1 ? 'It charges every day.' : `It charges every ${days} days.`),
  sometimes: 'It charges when something is due.',
  most: (amount) => `One charge is at most ${amount}.`,
  until: (day) => `The last day is ${day}.`,
}

const BS: Sentences = {
  saved: (description) => `${description}: dozvoljavate prodavnici da kasnije tereti ovu karticu bez ponovnog pitanja.`,
  every: (days) => (days === 1 ? 'Tereti je svaki dan.' : `Razmak između terećenja, u danima: ${days}.`),
  sometimes: 'Tereti je kada nešto dospije.',
  most: (amount) => `Jedno terećenje iznosi najviše ${amount}.`,
  until: (day) => `Posljednji dan je ${day}.`,
}

const RO: Sentences = {
  saved: (description) =>
    `${description}: permiteți magazinului să debiteze mai târziu acest card, fără să vă întrebe din nou.`,
  every: (days) => (days === 1 ? 'Îl debitează în fiecare zi.' : `Zile între plăți: ${days}.`),
  sometimes: 'Îl debitează când este ceva de plătit.',
  most: (amount) => `O plată este de cel mult ${amount}.`,
  until: (day) => `Ultima zi este ${day}.`,
}

const SV: Sentences = {
  saved: (description) => `${description}: du låter butiken debitera kortet senare utan att fråga igen.`,
  every: (days) => (days === 1 ? 'Det debiteras varje dag.' : `Det debiteras var ${days}:e dag.`),
  sometimes: 'Det debiteras när något ska betalas.',
  most: (amount) => `En debitering är högst ${amount}.`,
  until: (day) => `Sista dagen är ${day}.`,
}

const LANGUAGES: Readonly<Record<Locale, Sentences>> = { 'en-US': EN, 'bs-BA': BS, 'ro-RO': RO, 'sv-SE': SV }

export function agreementText({ description, maxAmount, frequencyDays, endsOn }: Terms, locale: Locale): string {
  const { saved, every, sometimes, most, until } = LANGUAGES[locale]
  return [
    saved(description),
    frequencyDays === null ? sometimes : every(frequencyDays),
    ...(maxAmount === null ? [] : [most(maxAmount)]),
    ...(endsOn === null ? [] : [until(endsOn)]),
  ].join(' ')
}
