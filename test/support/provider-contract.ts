import { beforeAll, describe, expect, test } from 'vitest'
import { type Lack, lacksOf } from '#provider/contract/lacks.ts'
import { PROMISES } from '#provider/contract/promises.ts'
import type { ProviderUnderTest } from '#provider/contract/provider-under-test.ts'
import { Scene } from '#provider/contract/scene.ts'

/**
 * Rules for every provider (docs/contribute/add-a-provider.md#what-a-provider-promises); each runs them in its own test.
 * @param lacks what it does not have: tests of that are not registered
 */
export function describeProvider(name: string, lacks: readonly Lack[], start: () => Promise<ProviderUnderTest>): void {
  describe(`${name}, as every provider`, () => {
    let scene: Scene
    beforeAll(async () => {
      scene = new Scene(await start())
    })

    test('lacks what it declares to lack, and nothing else', () => {
      expect(lacksOf(scene.under).sort()).toEqual([...lacks].sort())
    })

    for (const { title, needs, keep } of PROMISES) {
      if (!needs || !lacks.includes(needs)) test(title, () => keep(scene))
    }
  })
}
