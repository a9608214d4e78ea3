import type { Lack } from './lacks.ts'
import type { Scene } from './scene.ts'

/** Promise of every provider (docs/contribute/add-a-provider.md#what-a-provider-promises). */
export interface ProviderPromise {
  readonly title: string
  /** Left out for a provider that lacks it. */
  readonly needs?: Lack
  /** Resolves if the promise is kept. @throws BrokenPromise, or what the provider throws */
  keep(scene: Scene): Promise<void>
}
