/** In a frame: tells the shop's page how the challenge ended. On a full page: goes on. */
const { transStatus, sessionId, targets = '*' } = document.getElementById('challenge-response')?.dataset ?? {}
const form = document.querySelector('form')

if (window.top === window) form?.submit()
else {
  if (form) form.hidden = true
  const message = { type: 'CHALLENGE_RESPONSE', trans_status: transStatus, session_id: sessionId }
  for (const target of targets.split(' ')) window.parent.postMessage(message, target)
}
