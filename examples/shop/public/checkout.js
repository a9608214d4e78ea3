// The shopper's side of a payment that may need 3-D Secure: sends the form to the shop's own server and takes every
// step it answers with.

/** Longest time for a bank's check of the browser; the gateway usually reports its end earlier. */
const METHOD_WAIT_MS = 5000
const GAVE_UP = 'N'

const form = document.querySelector('[data-checkout]')
const button = document.querySelector('[data-action="pay"]')
const progress = document.querySelector('[data-progress]')
const alertBox = document.querySelector('[data-alert]')
const dialog = document.querySelector('[data-challenge]')

/** The function for each kind of step; it returns the next step, if there is one. */
const STEPS = { go, post: leaveByForm, fingerprint, challenge, correct }

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  clearProblems()
  fillBrowserInfo()
  busy(true, 'Talking to your bank …')
  try {
    let step = await ask(form.action, new URLSearchParams(new FormData(form)))
    while (step) step = await STEPS[step.kind](step)
  } catch {
    correct({ problems: [{ field: '', message: 'The payment could not be started. Please try again.' }] })
  }
})

// A shopper who comes back from the bank's page with the Back button gets a fresh form for another order.
window.addEventListener('pageshow', (event) => event.persisted && location.reload())

function go({ url }) {
  location.assign(url)
}

function leaveByForm({ form }) {
  postForm(form, '_self')
}

/** Lets the bank fingerprint this browser in a hidden frame, if it wants to. */
async function fingerprint({ order, form, origin }) {
  if (form) {
    busy(true, 'Your bank is checking this browser …')
    const frame = hiddenFrame()
    const seen = methodNotified(origin)
    postForm(form, frame.name)
    await seen
    frame.remove()
  }
  return ask(`/api/${order}/fingerprint`)
}

/** Resolves when the gateway reports that the bank has checked this browser, after five seconds at the latest. */
function methodNotified(origin) {
  return new Promise((resolve) => {
    const over = AbortSignal.timeout(METHOD_WAIT_MS)
    over.addEventListener('abort', resolve)
    const hear = (event) => event.origin === origin && event.data?.type === 'METHOD_NOTIFIED' && resolve()
    window.addEventListener('message', hear, { signal: over })
  })
}

/** Shows the bank's challenge in a frame and waits for the message that ends it, or for the shopper to cancel. */
async function challenge({ order, form, origin }) {
  const frame = dialog.querySelector('iframe')
  const over = new AbortController()
  const outcome = new Promise((resolve) => {
    const once = { signal: over.signal }
    window.addEventListener(
      'message',
      (event) => {
        if (event.source !== frame.contentWindow || event.origin !== origin) return
        if (event.data?.type === 'CHALLENGE_RESPONSE') resolve(event.data.trans_status)
      },
      once,
    )
    dialog.addEventListener('cancel', () => resolve(GAVE_UP), once)
    dialog.querySelector('[data-action="cancel"]').addEventListener('click', () => resolve(GAVE_UP), once)
    dialog.querySelector('[data-action="full-page"]').addEventListener('click', () => postForm(form, '_self'), once)
  })
  dialog.showModal()
  postForm(form, frame.name)
  const transStatus = await outcome
  over.abort()
  dialog.close()
  busy(true, 'Finishing your payment …')
  return ask(`/api/${order}/challenge`, new URLSearchParams({ trans_status: transStatus }))
}

/** Puts each problem beside its field and the focus on the first. */
function correct({ problems }) {
  busy(false)
  for (const { field, message } of problems) {
    const input = field && form.elements.namedItem(field)
    const place = input ? document.getElementById(`${field}-problem`) : alertBox
    place.textContent = message
    if (input) input.setAttribute('aria-invalid', 'true')
  }
  const first = form.querySelector('[aria-invalid="true"]') ?? alertBox
  first.focus()
}

function clearProblems() {
  for (const place of form.querySelectorAll('.problem, [data-alert]')) place.textContent = ''
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid')
}

/** What 3-D Secure asks of a browser; the server adds what it saw of the request itself. */
function fillBrowserInfo() {
  const info = {
    java_enabled: String(navigator.javaEnabled?.() ?? false),
    color_depth: screen.colorDepth,
    screen_height: screen.height,
    screen_width: screen.width,
    time_zone_offset: new Date().getTimezoneOffset(),
    language: navigator.language,
  }
  for (const [name, value] of Object.entries(info)) form.elements.namedItem(name).value = value
}

async function ask(url, body = new URLSearchParams()) {
  const response = await fetch(url, { method: 'POST', body, headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`)
  return response.json()
}

function postForm({ url, data }, target) {
  const poster = Object.assign(document.createElement('form'), { method: 'post', action: url, target, hidden: true })
  for (const [name, value] of Object.entries(data))
    poster.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  document.body.append(poster)
  poster.submit()
  poster.remove()
}

function hiddenFrame() {
  const frame = Object.assign(document.createElement('iframe'), { name: 'three-ds-method', className: 'offstage' })
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  document.body.append(frame)
  return frame
}

function busy(isBusy, text = '') {
  button.disabled = isBusy
  button.setAttribute('aria-busy', String(isBusy))
  form.setAttribute('aria-busy', String(isBusy))
  progress.textContent = text
}
