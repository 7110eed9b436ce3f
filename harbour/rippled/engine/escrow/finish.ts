/** EscrowFinish: anybody may send it; the money goes only to the escrow's destination. */
import { z } from 'zod'
import { isTurnedAway } from '#harbour/rippled/engine/account/deposit-preauth.ts'
import type { Escrow } from '#harbour/rippled/engine/entries.ts'
import { fulfils } from '#harbour/rippled/engine/escrow/crypto-condition.ts'
import { parsed } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee, FEES } from '#harbour/rippled/engine/rules.ts'
import { accountIn, escrowIn } from '#harbour/rippled/engine/sandbox.ts'
import { type Application, hasOtherFlags, type Transactor } from '#harbour/rippled/engine/transactor.ts'

/** Per transaction. */
const MOST_CREDENTIALS = 8

const EscrowFinishSchema = z.object({
  Account: z.string(),
  Owner: z.string(),
  OfferSequence: z.number(),
  Condition: z.string().optional(),
  Fulfillment: z.string().optional(),
  CredentialIDs: z.array(z.string()).optional(),
  Flags: z.number().default(0),
})
type EscrowFinishFields = z.infer<typeof EscrowFinishSchema>

export function escrowFinish(json: Record<string, unknown>): Transactor {
  const fields = parsed(EscrowFinishSchema, json)
  return {
    minimumFee: baseFee(json) + feeOf(fields.Fulfillment),
    preflight: () => preflight(fields),
    preclaim(state) {
      // Credentials do not exist here.
      if (fields.CredentialIDs !== undefined) return 'tecBAD_CREDENTIALS'
      return escrowIn(state, fields.Owner, fields.OfferSequence) === undefined ? 'tecNO_TARGET' : 'tesSUCCESS'
    },
    apply: (application) => apply(fields, application),
  }
}

/** In drops: checking a fulfilment costs 32 further base fees, and one for every 16 bytes. */
function feeOf(fulfilment: string | undefined): bigint {
  if (fulfilment === undefined) return 0n
  const bytes = BigInt(fulfilment.length / 2)
  return FEES.base * (32n + bytes / 16n)
}

function preflight({ Condition, Fulfillment, CredentialIDs: credentials, Flags }: EscrowFinishFields): ResultCode {
  if (hasOtherFlags(Flags, 0)) return 'temINVALID_FLAG'
  if ((Condition === undefined) !== (Fulfillment === undefined)) return 'temMALFORMED'
  if (credentials === undefined) return 'tesSUCCESS'
  const isTooFewOrMany = credentials.length === 0 || credentials.length > MOST_CREDENTIALS
  return isTooFewOrMany || new Set(credentials).size < credentials.length ? 'temMALFORMED' : 'tesSUCCESS'
}

function apply(fields: EscrowFinishFields, { state, surroundings }: Application): ResultCode {
  const escrow = escrowIn(state, fields.Owner, fields.OfferSequence)
  if (escrow === undefined) throw new Error(`Escrow ${fields.OfferSequence} of ${fields.Owner} vanished.`)
  const now = surroundings.parentCloseTime
  if (escrow.FinishAfter !== undefined && now <= escrow.FinishAfter) return 'tecNO_PERMISSION'
  if (escrow.CancelAfter !== undefined && now > escrow.CancelAfter) return 'tecNO_PERMISSION'
  if (!isOpenedBy(fields, escrow)) return 'tecCRYPTOCONDITION_ERROR'

  const destination = accountIn(state, escrow.Destination)
  if (destination === undefined) return 'tecNO_DST'
  // DepositAuth is checked for the sender of the finish, not for the escrow's owner.
  if (isTurnedAway(fields.Account, destination, state)) return 'tecNO_PERMISSION'

  state.put({ ...destination, Balance: String(BigInt(destination.Balance) + BigInt(escrow.Amount)) })
  // Read again: owner and destination may be the same account.
  const owner = accountIn(state, escrow.Account)
  if (owner === undefined) throw new Error(`${escrow.Account} vanished though it owns an escrow.`)
  state.put({ ...owner, OwnerCount: owner.OwnerCount - 1 })
  state.erase(escrow)
  return 'tesSUCCESS'
}

/** The fulfilment must fit the condition sent with it, which must be the escrow's, byte for byte. */
function isOpenedBy({ Condition, Fulfillment }: EscrowFinishFields, escrow: Escrow): boolean {
  if (Condition !== escrow.Condition) return false
  return Condition === undefined || (Fulfillment !== undefined && fulfils(Fulfillment, Condition))
}
