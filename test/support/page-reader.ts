/** Reads the text of a page's elements that tests find by `data-field`, in order and without markup. */
export function fieldsOf(page: string, field: string): string[] {
  const found = page.matchAll(new RegExp(`<(\\w+)[^>]* data-field="${field}"[^>]*>(.*?)</\\1>`, 'gs'))
  return [...found].map(([, , content]) => plainText(content!))
}

/** The values of an attribute, in the order of the page. */
export function attributesOf(page: string, name: string): string[] {
  return [...page.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => plainText(value!))
}

export function inputOf(page: string, name: string): string | undefined {
  const [input] = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(page) ?? []
  return input && plainText(/ value="([^"]*)"/.exec(input)?.[1] ?? '')
}

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function plainText(markup: string): string {
  const text = markup.replaceAll(/<[^>]*>/g, '')
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_whole, name: string) => CHARACTERS[name]!).trim()
}
