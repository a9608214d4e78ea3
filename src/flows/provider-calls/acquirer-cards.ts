import type { CardSeal } from '#providers/iso8583/acquirer-store.ts'
import type { SealedInbox } from '#providers/iso8583/line-store.ts'
import { encryptTo, newMailbox } from '#vault/mailbox.ts'
import type { Vault } from '#vault/vault.ts'

export function contextOfAcquirerRequest(attemptId: string): string {
  return `acquirer request ${attemptId}`
}

export function acquirerCards(vault: Vault): CardSeal {
  return {
    seal: (card, attemptId) => vault.sealCardText(card, contextOfAcquirerRequest(attemptId)),
    open: (sealed, attemptId) => vault.openCardText(sealed, contextOfAcquirerRequest(attemptId)),
  }
}

/** Inbox for messages of other processes to an acquirer; its key ends with this process. */
export function createSealedInbox(): SealedInbox {
  return { ...newMailbox(), sealTo: encryptTo }
}
