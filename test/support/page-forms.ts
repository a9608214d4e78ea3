export interface PageForm {
  readonly url: string
  readonly fields: Record<string, string>
}

/**
 * Posts a form as a page, frame or server does; redirects come back unfollowed.
 * @param destination what the browser says the answer is for, `iframe` for one
 */
export function postForm(
  url: string,
  fields: Readonly<Record<string, string>>,
  destination?: string,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    ...(signal && { signal }),
    headers: destination === undefined ? {} : { 'sec-fetch-dest': destination },
  })
}

/** The first form of a page, its hidden fields filled in. */
export function formIn(page: string, pageUrl: string): PageForm {
  const [, action] = /<form[^>]*action="([^"]*)"/.exec(page) ?? []
  if (action === undefined) throw new Error(`There is no form on this page: ${page}`)
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)
  const fields = [...inputs].map(([, name, value]) => [plain(name!), plain(value!)])
  return { url: new URL(plain(action), pageUrl).href, fields: Object.fromEntries(fields) }
}

function plain(markup: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return markup.replace(/&(amp|lt|gt|quot|#39);/g, (_entity, name: string) => entities[name]!)
}
