/** CheckCash: the receiver of a check takes an exact amount, or as much as there is from a minimum on. */
import { z } from 'zod'
import { type AccountRoot, type Check, LSF_REQUIRE_DEST_TAG } from '#harbour/rippled/engine/entries.ts'
import { AmountSchema, isPayable, isSameAsset, isXrp, parsed } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee, reserveOf } from '#harbour/rippled/engine/rules.ts'
import { accountIn, checkIn, type State } from '#harbour/rippled/engine/sandbox.ts'
import {
  type Application,
  hasExpired,
  hasOtherFlags,
  type Surroundings,
  type Transactor,
} from '#harbour/rippled/engine/transactor.ts'

const CheckCashSchema = z.object({
  Account: z.string(),
  CheckID: z.string(),
  Amount: AmountSchema.optional(),
  DeliverMin: AmountSchema.optional(),
  Flags: z.number().default(0),
})
type CheckCashFields = z.infer<typeof CheckCashSchema>

export function checkCash(json: Record<string, unknown>): Transactor {
  const fields = parsed(CheckCashSchema, json)
  return {
    minimumFee: baseFee(json),
    preflight: () => preflight(fields),
    preclaim: (state, surroundings) => preclaim(fields, state, surroundings),
    apply: (application) => apply(fields, application),
  }
}

function preflight({ Amount: amount, DeliverMin: least, Flags }: CheckCashFields): ResultCode {
  if (hasOtherFlags(Flags, 0)) return 'temINVALID_FLAG'
  const wish = amount ?? least
  if (wish === undefined || (amount !== undefined && least !== undefined)) return 'temMALFORMED'
  return isPayable(wish) ? 'tesSUCCESS' : 'temBAD_AMOUNT'
}

function preclaim(fields: CheckCashFields, state: State, surroundings: Surroundings): ResultCode {
  const check = checkIn(state, fields.CheckID)
  if (check === undefined) return 'tecNO_ENTRY'
  if (fields.Account !== check.Destination) return 'tecNO_PERMISSION'
  const needsTag = ((accountIn(state, fields.Account)?.Flags ?? 0) & LSF_REQUIRE_DEST_TAG) !== 0
  if (needsTag && check.DestinationTag === undefined) return 'tecDST_TAG_NEEDED'
  if (hasExpired(check.Expiration, surroundings)) return 'tecEXPIRED'
  const wish = wishOf(fields)
  if (!isSameAsset(wish, check.SendMax)) return 'temMALFORMED'
  // Not simulated: checks for issued currencies can be created, but never cashed.
  if (!isXrp(wish) || !isXrp(check.SendMax)) return 'tecPATH_PARTIAL'
  const isCovered = BigInt(wish) <= BigInt(check.SendMax) && BigInt(wish) <= spendable(writerOf(check, state))
  return isCovered ? 'tesSUCCESS' : 'tecPATH_PARTIAL'
}

function apply(fields: CheckCashFields, { state, deliver }: Application): ResultCode {
  const check = checkIn(state, fields.CheckID)
  if (check === undefined) throw new Error(`Check ${fields.CheckID} vanished while it was cashed.`)
  const writer = writerOf(check, state)
  const drops = deliverable(fields, check, writer)
  if (drops > spendable(writer)) return 'tecUNFUNDED_PAYMENT'
  state.put({
    ...writer,
    Balance: String(BigInt(writer.Balance) - drops),
    OwnerCount: writer.OwnerCount - 1,
  })
  const receiver = accountIn(state, check.Destination)
  if (receiver === undefined) throw new Error(`${check.Destination} vanished while it cashed a check.`)
  state.put({ ...receiver, Balance: String(BigInt(receiver.Balance) + drops) })
  state.erase(check)
  if (fields.DeliverMin !== undefined) deliver(drops)
  return 'tesSUCCESS'
}

/** In drops. With DeliverMin, as much as the check and the writer's money allow. */
function deliverable(fields: CheckCashFields, { SendMax: most }: Check, writer: AccountRoot): bigint {
  const wish = wishOf(fields)
  if (!isXrp(wish) || !isXrp(most)) throw new Error(`Check ${fields.CheckID} is not of XRP.`)
  if (fields.DeliverMin === undefined) return BigInt(wish)
  const there = spendable(writer)
  const all = BigInt(most) < there ? BigInt(most) : there
  return all > BigInt(wish) ? all : BigInt(wish)
}

function wishOf({ Amount: amount, DeliverMin: least }: CheckCashFields) {
  const wish = amount ?? least
  if (wish === undefined) throw new Error('A check is cashed for nothing.')
  return wish
}

/** Drops above the reserve; cashing releases the reserve of the check itself. */
function spendable(writer: AccountRoot): bigint {
  return BigInt(writer.Balance) - reserveOf(writer.OwnerCount - 1)
}

function writerOf(check: Check, state: State): AccountRoot {
  const writer = accountIn(state, check.Account)
  if (writer === undefined) throw new Error(`${check.Account} vanished though it wrote a check.`)
  return writer
}
