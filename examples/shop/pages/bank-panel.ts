import { type Html, html } from '../html.ts'
import type { CheckoutView } from '../payment-options/payment-option.ts'
import { CODE_CHECKS, FLOWS, RESPONSES } from '../simulations.ts'
import { select, testPanel } from './fields.ts'

/** How the simulated bank of a card behaves. */
export function bankPanel(view: CheckoutView): Html {
  return testPanel('control the simulated bank.', [
    select(view, 'simulated_flow', '3-D Secure', FLOWS),
    select(view, 'response_code', 'Bank response', RESPONSES),
    select(view, 'simulate_cvv_check', 'Does the code match?', CODE_CHECKS),
    html`<fieldset class="choice"><legend>The bank’s challenge opens</legend>
<label><input type="radio" name="challenge" value="page" checked><span>on a page of its own</span></label>
<label><input type="radio" name="challenge" value="frame"><span>in a window on this page</span></label>
</fieldset>`,
  ])
}
