import type { Locale } from '../shared/locales.ts'

interface Ending {
  readonly heading: string
  readonly words: string
}

export interface LinkTexts {
  /** Before the name of the customer. */
  readonly customer: string
  readonly amount: string
  /** Range of amounts that the shopper may enter; `{min}` and `{max}` are replaced. */
  readonly range: string
  readonly date: string
  readonly paid: Ending
  /** Someone else is paying a link for one payment. */
  readonly busy: Ending
  readonly completed: Ending
  readonly expired: Ending
  readonly disabled: Ending
  readonly unavailable: Ending
  readonly tooMany: Ending
  /** Too many shoppers have opened the link and not begun to pay. */
  readonly crowded: Ending
  readonly unknown: Ending
}

const EN: LinkTexts = {
  customer: 'For',
  amount: 'Amount',
  range: 'Enter an amount from {min} to {max}.',
  date: 'Date',
  paid: { heading: 'Paid', words: 'Thank you. This page is your receipt; you can print it.' },
  busy: { heading: 'A payment is in progress', words: 'Open this page again in a few minutes to see how it ended.' },
  completed: { heading: 'This link is fully paid', words: 'Ask the shop for a new link.' },
  expired: { heading: 'This link has expired', words: 'Nothing was charged. Ask the shop for a new link.' },
  disabled: { heading: 'This link is not active', words: 'Nothing was charged. Ask the shop for a new link.' },
  unavailable: { heading: 'Payment is not possible now', words: 'Nothing was charged. Ask the shop for help.' },
  tooMany: { heading: 'Too many attempts', words: 'Nothing was charged. Try again tomorrow or ask the shop.' },
  crowded: { heading: 'Many shoppers are paying now', words: 'Nothing was charged. Try again in a few minutes.' },
  unknown: { heading: 'Page not found', words: 'This address does not belong to a payment link. Check it.' },
}

const BS: LinkTexts = {
  customer: 'Za',
  amount: 'Iznos',
  range: 'Unesite iznos od {min} do {max}.',
  date: 'Datum',
  paid: { heading: 'Plaćeno', words: 'Hvala. Ova stranica je vaša potvrda; možete je odštampati.' },
  busy: { heading: 'Plaćanje je u toku', words: 'Otvorite stranicu ponovo za nekoliko minuta da vidite ishod.' },
  completed: { heading: 'Ovaj link više ne prima uplate', words: 'Zatražite novi link od prodavnice.' },
  expired: { heading: 'Ovaj link je istekao', words: 'Ništa nije naplaćeno. Zatražite novi link od prodavnice.' },
  disabled: { heading: 'Ovaj link nije aktivan', words: 'Ništa nije naplaćeno. Zatražite novi link od prodavnice.' },
  unavailable: { heading: 'Plaćanje trenutno nije moguće', words: 'Ništa nije naplaćeno. Zatražite pomoć prodavnice.' },
  tooMany: { heading: 'Previše pokušaja', words: 'Ništa nije naplaćeno. Pokušajte sutra ili pitajte prodavnicu.' },
  crowded: { heading: 'Mnogo kupaca trenutno plaća', words: 'Ništa nije naplaćeno. Pokušajte za nekoliko minuta.' },
  unknown: { heading: 'Stranica nije pronađena', words: 'Ova adresa ne pripada nijednom linku za plaćanje.' },
}

const RO: LinkTexts = {
  customer: 'Pentru',
  amount: 'Sumă',
  range: 'Introduceți o sumă de la {min} la {max}.',
  date: 'Data',
  paid: { heading: 'Plătit', words: 'Vă mulțumim. Această pagină este chitanța; o puteți tipări.' },
  busy: {
    heading: 'O plată este în curs',
    words: 'Redeschideți pagina peste câteva minute pentru a vedea rezultatul.',
  },
  completed: { heading: 'Acest link nu mai acceptă plăți', words: 'Cereți magazinului un link nou.' },
  expired: { heading: 'Acest link a expirat', words: 'Nu s-a încasat nimic. Cereți magazinului un link nou.' },
  disabled: { heading: 'Acest link nu este activ', words: 'Nu s-a încasat nimic. Cereți magazinului un link nou.' },
  unavailable: { heading: 'Plata nu este posibilă acum', words: 'Nu s-a încasat nimic. Cereți ajutorul magazinului.' },
  tooMany: { heading: 'Prea multe încercări', words: 'Nu s-a încasat nimic. Încercați mâine sau întrebați magazinul.' },
  crowded: {
    heading: 'Mulți cumpărători plătesc acum',
    words: 'Nu s-a încasat nimic. Încercați din nou peste câteva minute.',
  },
  unknown: { heading: 'Pagina nu a fost găsită', words: 'Această adresă nu aparține niciunui link de plată.' },
}

const SV: LinkTexts = {
  customer: 'För',
  amount: 'Belopp',
  range: 'Ange ett belopp från {min} till {max}.',
  date: 'Datum',
  paid: { heading: 'Betald', words: 'Tack. Den här sidan är ditt kvitto; du kan skriva ut den.' },
  busy: { heading: 'En betalning pågår', words: 'Öppna sidan igen om några minuter för att se hur det gick.' },
  completed: { heading: 'Länken tar inte emot fler betalningar', words: 'Be butiken om en ny länk.' },
  expired: { heading: 'Länken har gått ut', words: 'Inget har dragits. Be butiken om en ny länk.' },
  disabled: { heading: 'Länken är inte aktiv', words: 'Inget har dragits. Be butiken om en ny länk.' },
  unavailable: { heading: 'Det går inte att betala just nu', words: 'Inget har dragits. Be butiken om hjälp.' },
  tooMany: { heading: 'För många försök', words: 'Inget har dragits. Försök igen i morgon eller fråga butiken.' },
  crowded: { heading: 'Många betalar just nu', words: 'Inget har dragits. Försök igen om några minuter.' },
  unknown: { heading: 'Sidan hittades inte', words: 'Adressen hör inte till någon betallänk.' },
}

const TEXTS: Readonly<Record<Locale, LinkTexts>> = { 'en-US': EN, 'bs-BA': BS, 'ro-RO': RO, 'sv-SE': SV }

export function linkTextsOf(locale: Locale): LinkTexts {
  return TEXTS[locale]
}
