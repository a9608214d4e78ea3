import type { SendMailOptions } from 'nodemailer'
import { html } from '#html/html.ts'
import { directionOf } from '#web/shared/locales.ts'
import type { Letter } from './letters/letter.ts'

const BODY = 'margin:0;padding:32px 16px;background:#f4f6f5'
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const CARD = `${FONT};width:100%;max-width:520px;margin:0 auto;background:#ffffff;border-collapse:collapse;color:#17211e`
const BUTTON = 'display:inline-block;padding:12px 24px;border-radius:6px;font-weight:600;text-decoration:none'
const MUTED = 'color:#5a6763'

/** Message in text and HTML. The same mail always has the same `Message-ID`. */
export function createMessage(
  letter: Letter,
  { id, from, to }: { id: string; from: string; to: string },
): SendMailOptions {
  return {
    from: { name: oneLine(letter.sender), address: from },
    to: { name: '', address: to },
    subject: oneLine(letter.subject),
    messageId: `<${id}${from.slice(from.lastIndexOf('@'))}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': letter.language },
    text: textOf(letter),
    html: htmlOf(letter),
  }
}

/** Text for a header, in which a line break would begin another one. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

function textOf({ heading, lead, facts, button, note, sender }: Letter): string {
  const listed = facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  const link = button && `${button.words}:\n${button.url}`
  return `${[heading, lead, listed, link, note, `-- \n${sender}`].filter(Boolean).join('\n\n')}\n`
}

/** Styles are inline, because mail programs remove others. */
function htmlOf({ language, subject, sender, color, heading, lead, facts, button, note }: Letter): string {
  const direction = directionOf(language)
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right']
  const rows = facts.map(
    ([name, value]) => html`<tr>
<th scope="row" style="padding:8px 0;padding-${end}:16px;white-space:nowrap;font-weight:400;vertical-align:top;text-align:${start};${MUTED}">${name}</th>
<td style="padding:8px 0;vertical-align:top;text-align:${end};overflow-wrap:anywhere"><bdi>${value}</bdi></td>
</tr>
`,
  )
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${subject}</title>
</head>
<body style="${BODY}">
<table role="presentation" style="${CARD};border:1px solid #dde3e0;border-top:4px solid ${color.accent}"><tr>
<td style="padding:32px 24px;font-size:16px;line-height:24px">
<p style="margin:0 0 24px;font-size:14px;${MUTED}">${sender}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600">${heading}</h1>
<p style="margin:0 0 16px;overflow-wrap:anywhere">${lead}</p>
${facts.length > 0 && html`<table style="width:100%;margin:8px 0 24px;border-collapse:collapse;font-size:15px;border-top:1px solid #dde3e0;border-bottom:1px solid #dde3e0">${rows}</table>`}
${button && html`<p style="margin:0 0 24px"><a href="${button.url}" style="${BUTTON};background:${color.accent};color:${color.text}">${button.words}</a></p>`}
${note !== undefined && html`<p style="margin:0;font-size:13px;line-height:20px;${MUTED}">${note}</p>`}
</td></tr></table>
</body>
</html>
`.toString()
}
