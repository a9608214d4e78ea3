import { invalid } from '#domain/problem.ts'

/** @throws RequestError in a process without the card key, with the way to an action that needs it */
export function requireCards({ opensCards }: { readonly opensCards: boolean }): void {
  if (!opensCards) throw invalid('', 'The dashboard holds no card key here. Use the API or the command for this.')
}
