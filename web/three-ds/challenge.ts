/**
 * Browsers do not follow `autofocus` inside another site's page; the bank's question is what the shopper is here for.
 */
document.querySelector<HTMLElement>('[autofocus]')?.focus()
