/** Fills in what EMV 3-D Secure requires of a browser and only a script can read. */
export function fillBrowserInfo(form: HTMLFormElement): void {
  const facts = {
    colorDepth: screen.colorDepth,
    screenHeight: screen.height,
    screenWidth: screen.width,
    timeZoneOffset: new Date().getTimezoneOffset(),
  }
  for (const [name, value] of Object.entries(facts)) {
    const input = form.elements.namedItem(name)
    if (input instanceof HTMLInputElement) input.value = String(value)
  }
}
