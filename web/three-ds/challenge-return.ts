/** Reports the end of the challenge to the shop's page if in a frame; continues if on a full page. */
const { transStatus, sessionId, targets = '*' } = document.getElementById('challenge-response')?.dataset ?? {}
const form = document.querySelector('form')

if (window.top === window) form?.submit()
else {
  if (form) form.hidden = true
  const message = { type: 'CHALLENGE_RESPONSE', trans_status: transStatus, session_id: sessionId }
  for (const target of targets.split(' ')) window.parent.postMessage(message, target)
}
