import { startAmountButtons } from '../shared/amount-buttons.ts'
import { startCopying } from '../shared/copy-buttons.ts'
import { startCharts } from './charts.ts'
import { startDialogs } from './dialogs.ts'
import { startFiles } from './files.ts'
import { startForms } from './forms.ts'
import { startIdleWarning } from './idle.ts'
import { startKeyboard } from './keyboard.ts'
import { startMenu } from './menu.ts'
import { startPresets } from './presets.ts'
import { startRefresh } from './refresh.ts'

/** Every page of the dashboard works without this. With it, there is less to click and a warning before signing out. */
startMenu(document)
startAmountButtons(document)
startForms(document)
startCopying(document)
startPresets(document)
startFiles(document)
startDialogs(document)
startCharts(document)
startIdleWarning(document)
startKeyboard(document)
startRefresh(document)
