/** A filter or change: each field may be absent or undefined. */
export type Optional<T> = { readonly [F in keyof T]?: T[F] | undefined }
