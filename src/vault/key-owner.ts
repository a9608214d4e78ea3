export interface KeyOwner {
  readonly merchantId: string
  readonly keyId: string
}

/** Context that a merchant's keys are bound to when they are wrapped. */
export function contextOfKey({ merchantId, keyId }: KeyOwner): string {
  return `${merchantId} ${keyId}`
}
