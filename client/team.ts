import type { Team } from './schema.ts'

/** What somebody may do in the dashboard. */
export type TeamRole = Team['people'][number]['role']
