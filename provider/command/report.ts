/** Message of the process that tries promises. Reasons are one line. */
export type Report =
  | { readonly kind: 'open' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'unopened'; readonly reason: string }
  | { readonly kind: 'ended'; readonly reason: string }
  | { readonly kind: 'kept' | 'broken' | 'lacking'; readonly index: number; readonly reason?: string }
