export function typedText(...typed: readonly (string | undefined)[]): string | null {
  return typed.map((one) => one?.trim()).find((one) => one) ?? null
}
