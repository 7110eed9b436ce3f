/** CheckCreate: its receiver may cash it, in part or in full, if the money is there. Nothing is set aside. */
import { z } from 'zod'
import {
  type Check,
  LSF_DISALLOW_INCOMING_CHECK,
  LSF_REQUIRE_DEST_TAG,
  NO_TRANSACTION,
} from '#harbour/rippled/engine/entries.ts'
import { AmountSchema, isPayable, parsed, present } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee, reserveOf } from '#harbour/rippled/engine/rules.ts'
import { accountIn, type State } from '#harbour/rippled/engine/sandbox.ts'
import {
  type Application,
  hasExpired,
  hasOtherFlags,
  type Surroundings,
  type Transactor,
} from '#harbour/rippled/engine/transactor.ts'

const CheckCreateSchema = z.object({
  Account: z.string(),
  Destination: z.string(),
  DestinationTag: z.number().optional(),
  SourceTag: z.number().optional(),
  SendMax: AmountSchema,
  InvoiceID: z.string().optional(),
  /** Seconds of the ledger's clock. */
  Expiration: z.number().optional(),
  Sequence: z.number(),
  TicketSequence: z.number().optional(),
  Flags: z.number().default(0),
})
type CheckCreateFields = z.infer<typeof CheckCreateSchema>

export function checkCreate(json: Record<string, unknown>): Transactor {
  const fields = parsed(CheckCreateSchema, json)
  return {
    minimumFee: baseFee(json),
    preflight: () => preflight(fields),
    preclaim: (state, surroundings) => preclaim(fields, state, surroundings),
    apply: (application) => apply(fields, application),
  }
}

function preflight({ Account, Destination, SendMax, Expiration, Flags }: CheckCreateFields): ResultCode {
  if (hasOtherFlags(Flags, 0)) return 'temINVALID_FLAG'
  if (Account === Destination) return 'temREDUNDANT'
  if (!isPayable(SendMax)) return 'temBAD_AMOUNT'
  return Expiration === 0 ? 'temBAD_EXPIRATION' : 'tesSUCCESS'
}

function preclaim(fields: CheckCreateFields, state: State, surroundings: Surroundings): ResultCode {
  const destination = accountIn(state, fields.Destination)
  if (destination === undefined) return 'tecNO_DST'
  if ((destination.Flags & LSF_DISALLOW_INCOMING_CHECK) !== 0) return 'tecNO_PERMISSION'
  const needsTag = (destination.Flags & LSF_REQUIRE_DEST_TAG) !== 0
  if (needsTag && fields.DestinationTag === undefined) return 'tecDST_TAG_NEEDED'
  return hasExpired(fields.Expiration, surroundings) ? 'tecEXPIRED' : 'tesSUCCESS'
}

function apply(fields: CheckCreateFields, { state, balanceBefore }: Application): ResultCode {
  const owner = accountIn(state, fields.Account)
  if (owner === undefined) throw new Error(`${fields.Account} vanished while it wrote a check.`)
  if (balanceBefore < reserveOf(owner.OwnerCount + 1)) return 'tecINSUFFICIENT_RESERVE'
  state.put(entryOf(fields))
  state.put({ ...owner, OwnerCount: owner.OwnerCount + 1 })
  return 'tesSUCCESS'
}

function entryOf(fields: CheckCreateFields): Check {
  const { Account, Destination, SendMax, TicketSequence, Sequence } = fields
  const { DestinationTag, SourceTag, InvoiceID, Expiration } = fields
  return {
    LedgerEntryType: 'Check',
    Account,
    Destination,
    SendMax,
    Flags: 0,
    OwnerNode: '0',
    DestinationNode: '0',
    Sequence: TicketSequence ?? Sequence,
    ...present({ DestinationTag, SourceTag, InvoiceID, Expiration }),
    PreviousTxnID: NO_TRANSACTION,
    PreviousTxnLgrSeq: 0,
  }
}
