import type { MenuGroup } from './site.ts'

/** Index of the documentation for language models, each page as Markdown (llmstxt.org). @param baseUrl without a slash */
export function llmsText(menu: readonly MenuGroup[], baseUrl: string): string {
  const groups = menu.map(({ title, about, pages }) => {
    const links = pages.map((page) => `- [${page.title}](${baseUrl}${page.address}.md)\n`)
    return `\n## ${title}\n\n${about}\n\n${links.join('')}`
  })
  return `# Tollgate

> A self-hosted payment gateway: cards with 3-D Secure, wallets, bank payments, vouchers and payouts through one API.

Amounts are integers in minor units. Every call needs an access token. The API as data: ${baseUrl}/openapi.json.
Each processing code or error: ${baseUrl}/docs/errors/1004.md.
${groups.join('')}`
}
