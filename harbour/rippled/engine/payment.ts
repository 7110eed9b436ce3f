/** Payment of XRP in full, or along trust lines. Without offers, others find no path, except by the test hook. */
import { z } from 'zod'
import { isTurnedAway } from '#harbour/rippled/engine/account/deposit-preauth.ts'
import {
  type AccountRoot,
  LSF_PASSWORD_SPENT,
  LSF_REQUIRE_DEST_TAG,
  NO_TRANSACTION,
} from '#harbour/rippled/engine/entries.ts'
import {
  AmountSchema,
  type Issued,
  isIssued,
  isPayable,
  isSameAsset,
  isXrp,
  parsed,
} from '#harbour/rippled/engine/fields.ts'
import { payIssued } from '#harbour/rippled/engine/issued/payment.ts'
import { checkPaths, hasTooMany, PathsSchema } from '#harbour/rippled/engine/paths.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee, FEES, reserveOf } from '#harbour/rippled/engine/rules.ts'
import { accountIn, type State } from '#harbour/rippled/engine/sandbox.ts'
import {
  type Application,
  hasOtherFlags,
  type Surroundings,
  type Transactor,
} from '#harbour/rippled/engine/transactor.ts'

const TF_NO_RIPPLE_DIRECT = 0x00010000
const TF_PARTIAL_PAYMENT = 0x00020000
const TF_LIMIT_QUALITY = 0x00040000

const PaymentSchema = z.object({
  Account: z.string(),
  Destination: z.string(),
  DestinationTag: z.number().optional(),
  Amount: AmountSchema,
  SendMax: AmountSchema.optional(),
  DeliverMin: AmountSchema.optional(),
  Paths: PathsSchema.optional(),
  Fee: z.string(),
  Flags: z.number().default(0),
})
type PaymentFields = z.infer<typeof PaymentSchema>

export function payment(json: Record<string, unknown>): Transactor {
  const fields = parsed(PaymentSchema, json)
  return {
    minimumFee: baseFee(json),
    preflight: () => preflight(fields),
    preclaim: (state, surroundings) => preclaim(fields, state, surroundings),
    apply: (application) => apply(fields, application),
  }
}

function preflight(fields: PaymentFields): ResultCode {
  const { Amount: amount, SendMax: sendMax, Flags: flags } = fields
  const isPartial = (flags & TF_PARTIAL_PAYMENT) !== 0
  const isXrpOnly = isXrp(amount) && isXrp(sendMax ?? amount)
  if (hasOtherFlags(flags, TF_NO_RIPPLE_DIRECT | TF_PARTIAL_PAYMENT | TF_LIMIT_QUALITY)) return 'temINVALID_FLAG'
  if (sendMax !== undefined && !isPayable(sendMax)) return 'temBAD_AMOUNT'
  if (!isPayable(amount)) return 'temBAD_AMOUNT'
  if (fields.Account === fields.Destination && isSameAsset(amount, sendMax ?? amount) && !fields.Paths) {
    return 'temREDUNDANT'
  }
  if (isXrpOnly && sendMax !== undefined) return 'temBAD_SEND_XRP_MAX'
  if (isXrpOnly && fields.Paths) return 'temBAD_SEND_XRP_PATHS'
  if (isXrpOnly && isPartial) return 'temBAD_SEND_XRP_PARTIAL'
  if (isXrpOnly && (flags & TF_LIMIT_QUALITY) !== 0) return 'temBAD_SEND_XRP_LIMIT'
  if (isXrpOnly && (flags & TF_NO_RIPPLE_DIRECT) !== 0) return 'temBAD_SEND_XRP_NO_DIRECT'
  const least = fields.DeliverMin
  if (least !== undefined && !(isPartial && isPayable(least) && isSameAsset(least, amount))) return 'temBAD_AMOUNT'
  if (least !== undefined && isXrp(least) && isXrp(amount) && BigInt(least) > BigInt(amount)) return 'temBAD_AMOUNT'
  return 'tesSUCCESS'
}

function preclaim(fields: PaymentFields, state: State, { isOpen }: Surroundings): ResultCode {
  const destination = accountIn(state, fields.Destination)
  if (destination === undefined) {
    if (!isXrp(fields.Amount)) return 'tecNO_DST'
    if (isOpen && (fields.Flags & TF_PARTIAL_PAYMENT) !== 0) return 'telNO_DST_PARTIAL'
    return BigInt(fields.Amount) < FEES.reserveBase ? 'tecNO_DST_INSUF_XRP' : 'tesSUCCESS'
  }
  const needsTag = (destination.Flags & LSF_REQUIRE_DEST_TAG) !== 0
  if (needsTag && fields.DestinationTag === undefined) return 'tecDST_TAG_NEEDED'
  return isOpen && hasTooMany(fields.Paths ?? []) ? 'telBAD_PATH_COUNT' : 'tesSUCCESS'
}

function apply(fields: PaymentFields, application: Application): ResultCode {
  const { state, surroundings, balanceBefore } = application
  const isDirect = isXrp(fields.Amount) && fields.SendMax === undefined && !fields.Paths
  const way = checkPaths(fields.Paths ?? [], fields.Account)
  if (way !== 'tesSUCCESS') return way
  if (isIssued(fields.Amount) && isSameAsset(fields.Amount, fields.SendMax ?? fields.Amount)) {
    return issued(fields, fields.Amount, application)
  }
  const drops = isDirect || surroundings.delivers !== null ? deliverable(fields, surroundings.delivers) : 0n
  if (drops <= 0n) return 'tecPATH_DRY'
  if (drops < leastWanted(fields)) return 'tecPATH_PARTIAL'

  const source = accountIn(state, fields.Account)
  if (source === undefined) throw new Error(`${fields.Account} vanished while its payment was applied.`)
  const fee = BigInt(fields.Fee)
  const reserve = reserveOf(source.OwnerCount)
  // The fee may come out of the reserve, so that a last payment is possible.
  if (balanceBefore < drops + (reserve > fee ? reserve : fee)) return isDirect ? 'tecUNFUNDED_PAYMENT' : 'tecPATH_DRY'

  const existing = accountIn(state, fields.Destination)
  if (existing === undefined && drops < FEES.reserveBase) return 'tecNO_DST_INSUF_XRP'
  const destination = existing ?? newAccount(fields.Destination, surroundings)
  // Despite DepositAuth, a nearly empty account may receive a little, so that it can pay fees again.
  const isRescue = isDirect && drops <= FEES.reserveBase && BigInt(destination.Balance) <= FEES.reserveBase
  if (!isRescue && isTurnedAway(fields.Account, destination, state)) return 'tecNO_PERMISSION'

  state.put({ ...source, Balance: String(BigInt(source.Balance) - drops) })
  // Read again: sender and destination may be the same account.
  const receiving = accountIn(state, fields.Destination) ?? destination
  // XRP that arrives restores the free change of the regular key.
  const Flags = isDirect ? receiving.Flags & ~LSF_PASSWORD_SPENT : receiving.Flags
  state.put({ ...receiving, Flags: Flags >>> 0, Balance: String(BigInt(receiving.Balance) + drops) })
  if (String(drops) !== fields.Amount) application.deliver(drops)
  return 'tesSUCCESS'
}

function issued(fields: PaymentFields, amount: Issued, application: Application): ResultCode {
  const receiver = accountIn(application.state, fields.Destination)
  if (receiver === undefined) throw new Error(`${fields.Destination} vanished while it was paid.`)
  if (isTurnedAway(fields.Account, receiver, application.state)) return 'tecNO_PERMISSION'
  const isPartial = (fields.Flags & TF_PARTIAL_PAYMENT) !== 0
  const { Account: from, Destination: to, SendMax: most, DeliverMin: least } = fields
  return payIssued({ from, to, amount, most, least, isPartial }, application)
}

/** In drops. There are no offers, so nothing arrives in an issued currency. */
function deliverable({ Amount: amount }: PaymentFields, hooked: bigint | null): bigint {
  if (!isXrp(amount)) return 0n
  const asked = BigInt(amount)
  return hooked !== null && hooked < asked ? hooked : asked
}

function leastWanted({ DeliverMin: least }: PaymentFields): bigint {
  return least !== undefined && isXrp(least) ? BigInt(least) : 0n
}

function newAccount(address: string, { ledgerIndex }: Surroundings): AccountRoot {
  return {
    LedgerEntryType: 'AccountRoot',
    Account: address,
    Balance: '0',
    Flags: 0,
    OwnerCount: 0,
    // Not 1: a recreated account must not accept the old one's transactions again.
    Sequence: ledgerIndex,
    PreviousTxnID: NO_TRANSACTION,
    PreviousTxnLgrSeq: 0,
  }
}
