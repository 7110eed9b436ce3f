/** CheckCancel: by the writer or the receiver of a check; after its expiration by anybody. */
import { z } from 'zod'
import { parsed } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee } from '#harbour/rippled/engine/rules.ts'
import { accountIn, checkIn, type State } from '#harbour/rippled/engine/sandbox.ts'
import {
  type Application,
  hasExpired,
  hasOtherFlags,
  type Surroundings,
  type Transactor,
} from '#harbour/rippled/engine/transactor.ts'

const CheckCancelSchema = z.object({ Account: z.string(), CheckID: z.string(), Flags: z.number().default(0) })
type CheckCancelFields = z.infer<typeof CheckCancelSchema>

export function checkCancel(json: Record<string, unknown>): Transactor {
  const fields = parsed(CheckCancelSchema, json)
  return {
    minimumFee: baseFee(json),
    preflight: () => (hasOtherFlags(fields.Flags, 0) ? 'temINVALID_FLAG' : 'tesSUCCESS'),
    preclaim: (state, surroundings) => preclaim(fields, state, surroundings),
    apply: (application) => apply(fields, application),
  }
}

function preclaim({ Account, CheckID }: CheckCancelFields, state: State, surroundings: Surroundings): ResultCode {
  const check = checkIn(state, CheckID)
  if (check === undefined) return 'tecNO_ENTRY'
  const isParty = [check.Account, check.Destination].includes(Account)
  return isParty || hasExpired(check.Expiration, surroundings) ? 'tesSUCCESS' : 'tecNO_PERMISSION'
}

function apply({ CheckID }: CheckCancelFields, { state }: Application): ResultCode {
  const check = checkIn(state, CheckID)
  const writer = check === undefined ? undefined : accountIn(state, check.Account)
  if (check === undefined || writer === undefined) throw new Error(`Check ${CheckID} vanished while it was cancelled.`)
  state.put({ ...writer, OwnerCount: writer.OwnerCount - 1 })
  state.erase(check)
  return 'tesSUCCESS'
}
