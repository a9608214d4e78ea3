import { ANSWER_PLANTS } from './answers.ts'
import { CONNECTOR_PLANTS } from './connectors.ts'
import { EVENT_PLANTS } from './events.ts'
import { MONEY_PLANTS } from './money.ts'
import type { Plant } from './plant.ts'

/** Bugs planted into the ledgers of a finished run, at least one for each promise. */
export const PLANTS: readonly Plant[] = [...MONEY_PLANTS, ...ANSWER_PLANTS, ...EVENT_PLANTS, ...CONNECTOR_PLANTS]
