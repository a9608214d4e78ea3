import type { Access } from '@tollgate/provider'
import type { Api } from './client.ts'
import { chargeQuery } from './translate/requests.ts'

/** Looks up a charge that does not exist, which needs valid credentials. @returns a solution for each problem */
export async function probe({ send, tools }: Api, access: Access): Promise<readonly string[]> {
  const { status } = await send(access, chargeQuery('att_probe'))
  if (status === 200 || status === 404) return []
  if (status === 401) return ['The provider rejects secret_key: copy it again and store it.']
  throw new tools.UnknownOutcome(`The provider answered ${status} to the probe.`)
}
