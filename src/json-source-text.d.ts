/** ECMAScript "JSON.parse source text access", which Node 24 supports and TypeScript's libraries lack. */
interface JSON {
  /** A value that `JSON.stringify` writes exactly as `text`: amounts keep their last digit. */
  rawJSON(text: string): { readonly rawJSON: string }
  isRawJSON(value: unknown): value is { readonly rawJSON: string }
  parse(
    text: string,
    reviver: (this: unknown, key: string, value: unknown, context: { readonly source: string }) => unknown,
  ): unknown
}
