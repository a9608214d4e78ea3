// Checkout with the embedded fields. This is all the code a shop's page needs.

const view = document.querySelector('[data-embedded]')
const button = document.querySelector('[data-action="pay"]')
const progress = document.querySelector('[data-progress]')
const alertBox = document.querySelector('[data-alert]')
const { clientKey, sessionId, result } = view.dataset
// By default the fields use the browser's language.
const locale = new URLSearchParams(location.search).get('locale') ?? undefined

start().catch((error) => say('', `The card fields cannot be shown (${error.code}). Please reload this page.`))

async function start() {
  const core = await PaymentComponent({ clientKey, sessionId, environment: 'test', locale })
  const card = core.create('card', {
    customerConfig: { hasHolderName: true, holderNameRequired: true },
    componentListeners: { onChange: () => say('') },
  })
  await card.mount('#card-fields')
  document.querySelector('[data-pay]').addEventListener('submit', (event) => {
    event.preventDefault()
    pay(card)
  })
  for (const wallet of document.querySelectorAll('[data-wallet]')) {
    const component = window[wallet.dataset.wallet].factory(core)
    wallet.addEventListener('click', () => pay(component))
  }
  busy(false)
  say('')
}

/** The component runs 3-D Secure itself; the callback comes once, with the outcome or an error. */
function pay(component) {
  busy(true)
  say('Paying …')
  component.submitPayment({
    callback: (response, error) => {
      if (response?.redirect) return location.assign(response.redirect.url)
      if (response?.approved || response?.status === 'PENDING') return location.assign(result)
      busy(false)
      say('', wordsFor(response, error))
    },
  })
}

/** The fields show their own errors. */
function wordsFor(response, error) {
  if (error?.code === 'invalid_fields') return ''
  if (error?.code === 'canceled') return 'You canceled the payment. Nothing was charged.'
  if (error) return `The payment did not go through (${error.code}). Please try again.`
  return `Your bank said no (${response.status}). Nothing was charged: try again, or with another card.`
}

function say(text, problem = '') {
  progress.textContent = text
  alertBox.textContent = problem
  if (problem) alertBox.focus()
}

function busy(isBusy) {
  for (const control of [button, ...document.querySelectorAll('[data-wallet]')]) control.disabled = isBusy
  button.setAttribute('aria-busy', String(isBusy))
}

// After the Back button from a wallet's page the browser shows this page as it was left, so it is made usable again.
window.addEventListener('pageshow', (event) => event.persisted && busy(false))
