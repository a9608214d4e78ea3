import { test } from 'vitest'
import type { ProviderUnderTest } from './provider-under-test.ts'

/** Features that a provider may lack: repeated values, signed notices, disputes, a way to reverse a refund. */
export type Lack = 'repeats' | 'notices' | 'disputes' | 'reversible-follow-ups'

/** Lacks of a provider, by what its test environment offers. */
export function lacksOf({ repeats, noticesOf, strangeDispute, keepsFollowUps }: ProviderUnderTest): Lack[] {
  const isLacking: Readonly<Record<Lack, boolean>> = {
    repeats: !repeats,
    notices: !noticesOf,
    disputes: !strangeDispute,
    'reversible-follow-ups': keepsFollowUps === true,
  }
  return (Object.keys(isLacking) as Lack[]).filter((lack) => isLacking[lack])
}

/** Registers tests of what a provider has. @param lacks declared by the provider: their tests are left out */
export function testsWithout(lacks: readonly Lack[]) {
  const testOf = (lack: Lack) => (title: string, run: () => void | Promise<void>) => {
    if (!lacks.includes(lack)) test(title, run)
  }
  return {
    testRepeats: testOf('repeats'),
    testNotices: testOf('notices'),
    testDisputes: testOf('disputes'),
    testReversal: testOf('reversible-follow-ups'),
  }
}
