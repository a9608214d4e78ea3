import type { Team } from './schema.ts'

/** A user's permissions in the dashboard. */
export type TeamRole = Team['people'][number]['role']
