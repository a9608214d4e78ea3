/** Message of the process that tries promises. Reasons are one line. */
export type Report =
  | { readonly kind: 'open' | 'closed' }
  | { readonly kind: 'unopened' | 'ended'; readonly reason: string }
  | { readonly kind: 'kept' | 'broken' | 'lacking'; readonly index: number; readonly reason?: string }
