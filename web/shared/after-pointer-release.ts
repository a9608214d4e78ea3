let isPressed = false
let waiting: (() => void)[] = []

function press(): void {
  isPressed = true
}

function release(): void {
  isPressed = false
  // The click of this press comes first.
  for (const act of waiting) setTimeout(act)
  waiting = []
}

// A shop's own server may import what this is a part of; there is no pointer there.
if (typeof window !== 'undefined') {
  // While capturing, or a page that stops an event would leave its button pressed indefinitely. A menu takes the release away.
  window.addEventListener('pointerdown', press, true)
  for (const type of ['pointerup', 'pointercancel', 'contextmenu']) window.addEventListener(type, release, true)
}

/** Delays what moves the page until a press ends: a button that slides away between press and click is not clicked. */
export function afterPointerRelease(act: () => void): void {
  if (isPressed) waiting.push(act)
  else act()
}
