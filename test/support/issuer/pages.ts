type Fields = Readonly<Record<string, string>>

/** The page behind the method URL: it has seen the browser and says so. */
export function methodPage(notificationUrl: string, threeDSMethodData: string): string {
  return page(form(notificationUrl, { threeDSMethodData }) + script('document.forms[0].submit()'))
}

/** A method page that speaks for the gateway. */
export function forgingMethodPage(): string {
  return page(script("for (const heard of [parent, top]) heard.postMessage({ type: 'METHOD_NOTIFIED' }, '*')"))
}

/** The page behind `acs_url`, with the buttons that the simulator's has too. */
export function challengePage(creq: string, running = ''): string {
  const buttons = ['Y', 'N'].map(
    (word) => `<button name="outcome" value="${word}" data-outcome="${word}">${word}</button>`,
  )
  return page(`<h1>Are you making this payment?</h1>${form('/answer', { creq }, buttons.join(' '))}${script(running)}`)
}

/** Builds the page on which the browser posts `cres` after the shopper's answer. */
export function carryPage(notificationUrl: string, cres: string, carry = 'document.forms[0].submit()'): string {
  return page(`<h1>Thank you</h1>${form(notificationUrl, { cres })}${script(carry)}`)
}

function form(action: string, fields: Fields, buttons = ''): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  return `<form method="post" action="${action}">${inputs.join('')}${buttons}</form>`
}

function script(code: string): string {
  return `<script>${code}</script>`
}

function page(body: string): string {
  return `<!doctype html><html lang="en"><head><title>A bank</title><link rel="icon" href="data:,"></head><body><main>${body}</main></body></html>`
}
