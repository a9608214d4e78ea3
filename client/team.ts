/** Role of a dashboard user. */
export type TeamRole = 'owner' | 'admin' | 'developer' | 'finance' | 'support' | 'viewer'

/** Answer of `GET /api/team`: who signs in to the dashboard, and who is invited. */
export interface Team {
  readonly people: readonly {
    readonly person_id: string
    readonly name: string
    readonly email: string
    readonly role: TeamRole
    readonly status: 'ACTIVE' | 'DISABLED'
    readonly second_factor: boolean
    readonly last_sign_in_at: string | null
    readonly reviewed_at: string | null
    readonly created_at: string
  }[]
  readonly invitations: readonly {
    readonly invitation_id: string
    readonly email: string
    readonly role: TeamRole
    readonly ends_at: string
    readonly created_at: string
  }[]
}
