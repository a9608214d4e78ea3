/**
 * The CSS variables of `<embedded-fields-card>` that reach into the frame
 * (docs/reference/embedded-fields.md#variables).
 */
export const VARIABLES = [
  'font-family',
  'input-font-size',
  'label-font-size',
  'accent-color',
  'accent-contrast-color',
  'warning-color',
  'warning-background-color',
  'input-color',
  'input-background-color',
  'input-border-color',
  'input-border-width',
  'placeholder-color',
  'border-radius',
  'button-border-radius',
  'button-font-size',
].map((name) => `--lib-${name}`)

const LONGEST = 200

/** True if a value is safe in a style sheet: it loads nothing and cannot end its declaration. */
export function isSafeValue(value: string): boolean {
  return (
    value.length <= LONGEST &&
    !/[;{}<>@\\!]|\/\*|\b(?:url|image|image-set|src|expression|attr|element)\s*\(/i.test(value)
  )
}
