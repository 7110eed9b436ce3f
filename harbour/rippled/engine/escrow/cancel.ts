/** EscrowCancel: anybody may send it after the escrow has expired; the money goes back to its owner. */
import { z } from 'zod'
import { parsed } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee } from '#harbour/rippled/engine/rules.ts'
import { accountIn, escrowIn } from '#harbour/rippled/engine/sandbox.ts'
import { type Application, hasOtherFlags, type Transactor } from '#harbour/rippled/engine/transactor.ts'

const EscrowCancelSchema = z.object({
  Owner: z.string(),
  OfferSequence: z.number(),
  Flags: z.number().default(0),
})
type EscrowCancelFields = z.infer<typeof EscrowCancelSchema>

export function escrowCancel(json: Record<string, unknown>): Transactor {
  const fields = parsed(EscrowCancelSchema, json)
  return {
    minimumFee: baseFee(json),
    preflight: () => (hasOtherFlags(fields.Flags, 0) ? 'temINVALID_FLAG' : 'tesSUCCESS'),
    preclaim: (state) =>
      escrowIn(state, fields.Owner, fields.OfferSequence) === undefined ? 'tecNO_TARGET' : 'tesSUCCESS',
    apply: (application) => apply(fields, application),
  }
}

function apply(fields: EscrowCancelFields, { state, surroundings }: Application): ResultCode {
  const escrow = escrowIn(state, fields.Owner, fields.OfferSequence)
  if (escrow === undefined) throw new Error(`Escrow ${fields.OfferSequence} of ${fields.Owner} vanished.`)
  // Without CancelAfter an escrow never expires.
  if (escrow.CancelAfter === undefined || surroundings.parentCloseTime <= escrow.CancelAfter) return 'tecNO_PERMISSION'
  const owner = accountIn(state, escrow.Account)
  if (owner === undefined) throw new Error(`${escrow.Account} vanished though it owns an escrow.`)
  state.put({
    ...owner,
    Balance: String(BigInt(owner.Balance) + BigInt(escrow.Amount)),
    OwnerCount: owner.OwnerCount - 1,
  })
  state.erase(escrow)
  return 'tesSUCCESS'
}
