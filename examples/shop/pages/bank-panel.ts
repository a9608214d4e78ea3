import { type Html, html } from '../html.ts'
import { FLOWS, RESPONSES } from '../simulations.ts'
import type { Till } from '../ways/way.ts'
import { select, testPanel } from './fields.ts'

/** How the simulated bank of a card behaves. */
export function bankPanel(till: Till): Html {
  return testPanel('tell the simulated bank what to do.', [
    select(till, 'simulated_flow', '3-D Secure', FLOWS),
    select(till, 'response_code', 'The bank’s answer', RESPONSES),
    html`<fieldset class="choice"><legend>The bank’s challenge opens</legend>
<label><input type="radio" name="challenge" value="page" checked><span>on a page of its own</span></label>
<label><input type="radio" name="challenge" value="frame"><span>in a window on this page</span></label>
</fieldset>`,
  ])
}
