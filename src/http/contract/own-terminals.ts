import { Type } from 'typebox'
import { AllowedOrigins, CircuitAnswer, TerminalAnswer } from './admin.ts'
import { ListOf, Paging } from './types.ts'

const { merchant_id: _, three_ds: __, ...shown } = TerminalAnswer.properties

/** A terminal as its merchant sees it: without what acquirers and issuers are told. */
export const OwnTerminalAnswer = Type.Object(shown, { title: 'Own terminal' })

export const OwnTerminalList = ListOf(OwnTerminalAnswer)
export const OwnTerminalListQuery = Type.Object(Paging)

export const OriginsBody = Type.Object({ allowed_origins: AllowedOrigins })

/** A provider account as its merchant sees it: never its settings, nor that it has credentials. */
export const OwnProviderAccountList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          provider_account_id: Type.String(),
          provider: Type.String(),
          name: Type.String(),
          status: Type.Enum(['ACTIVE', 'INACTIVE']),
          circuit: CircuitAnswer,
          created_at: Type.String({ format: 'date-time' }),
        },
        { title: 'Own provider account' },
      ),
    ),
  },
  { title: 'Own provider accounts' },
)
