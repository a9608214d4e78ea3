import { type Html, html } from '#html/html.ts'

/** Links to a list as a file: for programs, and for people who open it in Excel. @param hrefOf by format, `''` for CSV */
export function exportLinks(hrefOf: (format: string) => string): Html {
  return html`<a class="button button-secondary" href="${hrefOf('')}" data-action="export"><span><span class="wide">Export </span>CSV</span></a>
<a class="button button-secondary" href="${hrefOf('excel')}" data-action="export-excel"><span><span class="wide">Export for </span>Excel</span></a>`
}
