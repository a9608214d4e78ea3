import type Provider from 'oidc-provider'

/** Sign-in in progress at the built-in provider. */
export interface Interaction {
  readonly uid: string
  /** User whose password is verified and whose second factor is missing. */
  readonly passed: string | undefined
  readonly stepUpOf: string | undefined
  /** Challenge for a passkey, if one was requested. */
  readonly challenge: string | undefined
}

/** State of a sign-in between two of its pages. */
type Progress = Partial<Pick<Interaction, 'passed' | 'challenge'>>

/** Sign-ins in progress, over all processes. */
export interface Interactions {
  find(uid: string): Promise<Interaction | undefined>
  remember(uid: string, progress: Progress): Promise<void>
  end(uid: string): Promise<void>
  /** Completes it. @returns the browser's next URL; undefined if it has ended */
  finish(uid: string, personId: string, methods: readonly string[]): Promise<string | undefined>
}

export function interactionsOf(provider: Provider): Interactions {
  return {
    async find(uid) {
      const found = await provider.Interaction.find(uid)
      if (!found) return undefined
      const { passed, challenge } = (found.result ?? {}) as Progress
      // The library takes a `max_age` of 0 for this prompt.
      const { prompt = '', login_hint: hint } = found.params as { prompt?: string; login_hint?: string }
      const isStepUp = prompt.split(' ').includes('login')
      return { uid, passed, challenge, stepUpOf: isStepUp ? hint : undefined }
    },
    async remember(uid, progress) {
      const found = await provider.Interaction.find(uid)
      if (!found) return
      found.result = { ...found.result, ...progress }
      await found.persist()
    },
    async end(uid) {
      await (await provider.Interaction.find(uid))?.destroy()
    },
    async finish(uid, personId, methods) {
      const found = await provider.Interaction.find(uid)
      if (!found) return undefined
      found.result = { login: { accountId: personId, amr: [...methods], remember: false } }
      await found.persist()
      return found.returnTo
    },
  }
}
