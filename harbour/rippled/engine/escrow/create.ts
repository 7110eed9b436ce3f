/** EscrowCreate: sets XRP aside for somebody, until a date, against a secret, or both. Nobody can move it before. */
import { z } from 'zod'
import { type Escrow, LSF_REQUIRE_DEST_TAG, NO_TRANSACTION } from '#harbour/rippled/engine/entries.ts'
import { readCondition } from '#harbour/rippled/engine/escrow/crypto-condition.ts'
import { parsed } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee, reserveOf } from '#harbour/rippled/engine/rules.ts'
import { accountIn, type State } from '#harbour/rippled/engine/sandbox.ts'
import { type Application, hasOtherFlags, type Transactor } from '#harbour/rippled/engine/transactor.ts'

const TokenSchema = z.union([
  z.object({ value: z.string(), currency: z.string(), issuer: z.string() }),
  z.object({ value: z.string(), mpt_issuance_id: z.string() }),
])
type Token = z.infer<typeof TokenSchema>

const EscrowCreateSchema = z.object({
  Account: z.string(),
  Destination: z.string(),
  DestinationTag: z.number().optional(),
  SourceTag: z.number().optional(),
  /** Drops, or tokens, which are always refused here. */
  Amount: z.union([z.string(), TokenSchema]),
  /** In seconds of the ledger's clock. */
  FinishAfter: z.number().optional(),
  CancelAfter: z.number().optional(),
  Condition: z.string().optional(),
  Sequence: z.number(),
  TicketSequence: z.number().optional(),
  Flags: z.number().default(0),
})
type EscrowCreateFields = z.infer<typeof EscrowCreateSchema>

export function escrowCreate(json: Record<string, unknown>): Transactor {
  const fields = parsed(EscrowCreateSchema, json)
  return {
    minimumFee: baseFee(json),
    preflight: () => preflight(fields),
    preclaim: (state) => preclaim(fields, state),
    apply: (application) => apply(fields, application),
  }
}

function preflight({ Amount: amount, FinishAfter, CancelAfter, Condition, Flags }: EscrowCreateFields): ResultCode {
  if (hasOtherFlags(Flags, 0)) return 'temINVALID_FLAG'
  if (!isPositive(amount)) return 'temBAD_AMOUNT'
  if (FinishAfter === undefined && CancelAfter === undefined) return 'temBAD_EXPIRATION'
  if (FinishAfter !== undefined && CancelAfter !== undefined && CancelAfter <= FinishAfter) return 'temBAD_EXPIRATION'
  // With CancelAfter alone it could be finished at once, which nobody means.
  if (FinishAfter === undefined && Condition === undefined) return 'temMALFORMED'
  return Condition !== undefined && readCondition(Condition) === null ? 'temMALFORMED' : 'tesSUCCESS'
}

function preclaim({ Account, Destination, Amount: amount }: EscrowCreateFields, state: State): ResultCode {
  if (accountIn(state, Destination) === undefined) return 'tecNO_DST'
  return typeof amount === 'string' ? 'tesSUCCESS' : tokenResult(amount, { account: Account, state })
}

/** No issuer allows its tokens to be locked here, and no MPT was ever issued. */
function tokenResult(token: Token, { account, state }: { account: string; state: State }): ResultCode {
  if ('mpt_issuance_id' in token) return 'tecOBJECT_NOT_FOUND'
  if (token.issuer === account) return 'tecNO_PERMISSION'
  return accountIn(state, token.issuer) === undefined ? 'tecNO_ISSUER' : 'tecNO_PERMISSION'
}

function apply(fields: EscrowCreateFields, { state, surroundings }: Application): ResultCode {
  const { FinishAfter, CancelAfter, Amount: amount } = fields
  const now = surroundings.parentCloseTime
  if (CancelAfter !== undefined && now > CancelAfter) return 'tecNO_PERMISSION'
  if (FinishAfter !== undefined && now > FinishAfter) return 'tecNO_PERMISSION'

  const owner = accountIn(state, fields.Account)
  const destination = accountIn(state, fields.Destination)
  if (owner === undefined || destination === undefined || typeof amount !== 'string') {
    throw new Error(`${fields.Account} or ${fields.Destination} vanished while an escrow was made.`)
  }
  // Unlike a payment, an escrow must leave the reserve after its fee.
  const spare = BigInt(owner.Balance) - reserveOf(owner.OwnerCount + 1)
  if (spare < 0n) return 'tecINSUFFICIENT_RESERVE'
  if (spare < BigInt(amount)) return 'tecUNFUNDED'
  const needsTag = (destination.Flags & LSF_REQUIRE_DEST_TAG) !== 0
  if (needsTag && fields.DestinationTag === undefined) return 'tecDST_TAG_NEEDED'

  state.put(entryOf(fields, amount))
  state.put({ ...owner, Balance: String(BigInt(owner.Balance) - BigInt(amount)), OwnerCount: owner.OwnerCount + 1 })
  return 'tesSUCCESS'
}

function entryOf(fields: EscrowCreateFields, amount: string): Escrow {
  const { Account, Destination, TicketSequence, Sequence } = fields
  const optional = {
    DestinationTag: fields.DestinationTag,
    SourceTag: fields.SourceTag,
    FinishAfter: fields.FinishAfter,
    CancelAfter: fields.CancelAfter,
    Condition: fields.Condition,
    // One directory lists an escrow only once.
    DestinationNode: Account === Destination ? undefined : ('0' as const),
  }
  const given = Object.entries(optional).filter(([, value]) => value !== undefined)
  return {
    LedgerEntryType: 'Escrow',
    Account,
    Destination,
    Amount: amount,
    Flags: 0,
    OwnerNode: '0',
    Sequence: TicketSequence ?? Sequence,
    ...Object.fromEntries(given),
    PreviousTxnID: NO_TRANSACTION,
    PreviousTxnLgrSeq: 0,
  }
}

function isPositive(amount: EscrowCreateFields['Amount']): boolean {
  if (typeof amount === 'string') return BigInt(amount) > 0n
  return !amount.value.startsWith('-') && /[1-9]/.test(amount.value)
}
