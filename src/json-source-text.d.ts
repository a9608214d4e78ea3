/** ECMAScript "JSON.parse source text access", which Node 24 has and TypeScript's libraries do not know yet. */
interface JSON {
  /** A value that `JSON.stringify` writes exactly as `text`: how amounts keep their last digit. */
  rawJSON(text: string): { readonly rawJSON: string }
  isRawJSON(value: unknown): value is { readonly rawJSON: string }
  parse(
    text: string,
    reviver: (this: unknown, key: string, value: unknown, context: { readonly source: string }) => unknown,
  ): unknown
}
