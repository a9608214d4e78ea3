import type { ProviderUnderTest } from './provider-under-test.ts'

/** Features that a provider may lack: repeated values, signed notices, disputes, a way to reverse a refund. */
export type Lack = 'repeats' | 'notices' | 'disputes' | 'reversible-follow-ups'

type Told = Pick<ProviderUnderTest, 'repeats' | 'noticesOf' | 'strangeDispute' | 'keepsFollowUps'>

/** Lacks of a provider, by what its test environment offers. */
export function lacksOf({ repeats, noticesOf, strangeDispute, keepsFollowUps }: Told): Lack[] {
  const isLacking: Readonly<Record<Lack, boolean>> = {
    repeats: !repeats,
    notices: !noticesOf,
    disputes: !strangeDispute,
    'reversible-follow-ups': keepsFollowUps === true,
  }
  return (Object.keys(isLacking) as Lack[]).filter((lack) => isLacking[lack])
}
