import type { Locale } from '../shared/locales.ts'

export interface ChallengeTexts {
  readonly challengeTitle: string
  readonly challengeFrame: string
  readonly cancel: string
  readonly fullPage: string
  readonly stuck: string
}

export const CHALLENGE_TEXTS: Readonly<Record<Locale, ChallengeTexts>> = {
  'en-US': {
    challengeTitle: 'Your bank wants to check that it is you',
    challengeFrame: 'Your bank’s page',
    cancel: 'Cancel',
    fullPage: 'Open your bank’s page in full',
    stuck: 'Page not loading?',
  },
  'bs-BA': {
    challengeTitle: 'Vaša banka želi provjeriti da ste to vi',
    challengeFrame: 'Stranica vaše banke',
    cancel: 'Otkaži',
    fullPage: 'Otvori cijelu stranicu banke',
    stuck: 'Stranica se ne učitava?',
  },
  'ro-RO': {
    challengeTitle: 'Banca verifică dacă sunteți dumneavoastră',
    challengeFrame: 'Pagina băncii',
    cancel: 'Anulează',
    fullPage: 'Deschide pagina completă a băncii',
    stuck: 'Pagina nu se încarcă?',
  },
  'sv-SE': {
    challengeTitle: 'Din bank vill kontrollera att det är du',
    challengeFrame: 'Din banks sida',
    cancel: 'Avbryt',
    fullPage: 'Öppna bankens sida i helskärm',
    stuck: 'Laddas inte sidan?',
  },
}
