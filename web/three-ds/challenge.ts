/**
 * Browsers ignore `autofocus` in a frame of another site, but the challenge is what the shopper is here for.
 */
document.querySelector<HTMLElement>('[autofocus]')?.focus()
