/** A form of Stripe: texts, in the shapes that its brackets name. */
export interface FormFields {
  readonly [name: string]: string | readonly string[] | FormFields
}

type Open = Record<string, unknown>

/** `metadata[a]=1&expand[]=b` as `{ metadata: { a: '1' }, expand: ['b'] }`. */
export function parseForm(text: string): FormFields {
  const form: Open = {}
  for (const [name, value] of new URLSearchParams(text)) {
    put(
      form,
      name.split('[').map((part) => part.replace(']', '')),
      value,
    )
  }
  return form as FormFields
}

function put(form: Open, [name, next, ...rest]: readonly string[], value: string): void {
  if (next === undefined) form[name!] = value
  else if (next === '') form[name!] = [...((form[name!] as string[] | undefined) ?? []), value]
  else {
    form[name!] ??= {}
    put(form[name!] as Open, [next, ...rest], value)
  }
}
