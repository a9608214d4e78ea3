import { createHash } from 'node:crypto'
import type { FinalTransStatus } from '#domain/authentication.ts'
import { Secret } from '#domain/secret.ts'
import type { RReq } from '#three-ds/authentication-messages.ts'
import { eciFor } from '#three-ds/eci.ts'
import { flowOf } from './flows.ts'
import type { SimulatedAuthentication } from './simulated-authentications.ts'

const DEFAULT_VERSION = '2.2.0'

export function presetOf({ flow, overrides }: Pick<SimulatedAuthentication, 'flow' | 'overrides'>): FinalTransStatus {
  return overrides.transStatus ?? flowOf(flow)?.transStatus ?? 'U'
}

/** Status of an authentication: the shopper's choice, else the flow's. A cancel counts as N. */
export function toResult(authentication: SimulatedAuthentication): FinalTransStatus {
  if (authentication.chosen === 'CANCELED') return 'N'
  return authentication.chosen ?? presetOf(authentication)
}

export function versionOf({ overrides }: Pick<SimulatedAuthentication, 'overrides'>): string {
  return overrides.messageVersion ?? DEFAULT_VERSION
}

/** Derives missing values from the random ID, so that they are stable: 20 bytes as 28 Base64 characters, and a UUID. */
export function proofOf(
  { threeDsServerTransId, overrides, request }: SimulatedAuthentication,
  transStatus: FinalTransStatus,
): Pick<RReq, 'dsTransID' | 'eci' | 'authenticationValue'> {
  const dsTransID = overrides.dsTransID ?? drawUuid(threeDsServerTransId)
  const eci = eciFor(request?.purchase.brand ?? null, transStatus)
  if (eci === undefined) return { dsTransID }
  const authenticationValue = overrides.authenticationValue ?? draw('value', threeDsServerTransId).toString('base64')
  return { dsTransID, eci: overrides.eci ?? eci, authenticationValue: new Secret(authenticationValue) }
}

function draw(purpose: string, id: string): Buffer {
  return createHash('sha256').update(`${purpose}:${id}`).digest().subarray(0, 20)
}

function drawUuid(id: string): string {
  const hex = draw('ds', id).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
