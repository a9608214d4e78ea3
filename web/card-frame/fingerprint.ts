import { element, postInto } from '../shared/dom.ts'
import { methodNotification } from '../shared/method-notification.ts'
import type { BankForm } from '../shared/protocol.ts'

let frames = 0

/** Lets the bank fingerprint this browser in a hidden frame, for at most `waitSeconds`; returns directly without a method page. */
export async function fingerprint({ url, fields }: BankForm, waitSeconds: number): Promise<void> {
  if (url === null) return
  frames += 1
  const name = `fingerprint-${frames}`
  const frame = element('iframe', { name, class: 'visually-hidden', title: '', 'aria-hidden': 'true', tabindex: '-1' })
  document.body.append(frame)
  const notified = methodNotification(waitSeconds * 1000)
  postInto(name, url, fields)
  await notified
  frame.remove()
}
