/** PaymentChannelCreate: sets XRP aside for one receiver, who claims parts of it with the owner's signatures. */
import { z } from 'zod'
import { isPublicKey } from '#harbour/rippled/engine/channel/channel.ts'
import {
  LSF_DISALLOW_INCOMING_CHANNEL,
  LSF_REQUIRE_DEST_TAG,
  NO_TRANSACTION,
  type PayChannel,
} from '#harbour/rippled/engine/entries.ts'
import { AmountSchema, isPayable, isXrp, parsed, present } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee, reserveOf } from '#harbour/rippled/engine/rules.ts'
import { accountIn, type State } from '#harbour/rippled/engine/sandbox.ts'
import { type Application, hasExpired, hasOtherFlags, type Transactor } from '#harbour/rippled/engine/transactor.ts'

const ChannelCreateSchema = z.object({
  Account: z.string(),
  Destination: z.string(),
  DestinationTag: z.number().optional(),
  SourceTag: z.number().optional(),
  Amount: AmountSchema,
  /** Seconds that the receiver has left when the owner closes the channel. */
  SettleDelay: z.number(),
  /** The key that signs claims. */
  PublicKey: z.string(),
  /** Seconds of the ledger's clock. */
  CancelAfter: z.number().optional(),
  Sequence: z.number(),
  TicketSequence: z.number().optional(),
  Flags: z.number().default(0),
})
type ChannelCreateFields = z.infer<typeof ChannelCreateSchema>

export function channelCreate(json: Record<string, unknown>): Transactor {
  const fields = parsed(ChannelCreateSchema, json)
  return {
    minimumFee: baseFee(json),
    preflight: () => preflight(fields),
    preclaim: (state) => preclaim(fields, state),
    apply: (application) => apply(fields, application),
  }
}

function preflight(fields: ChannelCreateFields): ResultCode {
  if (hasOtherFlags(fields.Flags, 0)) return 'temINVALID_FLAG'
  if (!isXrp(fields.Amount) || !isPayable(fields.Amount)) return 'temBAD_AMOUNT'
  if (fields.Account === fields.Destination) return 'temDST_IS_SRC'
  return isPublicKey(fields.PublicKey) ? 'tesSUCCESS' : 'temMALFORMED'
}

function preclaim(fields: ChannelCreateFields, state: State): ResultCode {
  const owner = accountIn(state, fields.Account)
  if (owner === undefined) return 'terNO_ACCOUNT'
  const spare = BigInt(owner.Balance) - reserveOf(owner.OwnerCount + 1)
  if (spare < 0n) return 'tecINSUFFICIENT_RESERVE'
  if (spare < dropsOf(fields)) return 'tecUNFUNDED'
  const destination = accountIn(state, fields.Destination)
  if (destination === undefined) return 'tecNO_DST'
  if ((destination.Flags & LSF_DISALLOW_INCOMING_CHANNEL) !== 0) return 'tecNO_PERMISSION'
  const needsTag = (destination.Flags & LSF_REQUIRE_DEST_TAG) !== 0
  return needsTag && fields.DestinationTag === undefined ? 'tecDST_TAG_NEEDED' : 'tesSUCCESS'
}

function apply(fields: ChannelCreateFields, { state, surroundings }: Application): ResultCode {
  if (hasExpired(fields.CancelAfter, surroundings)) return 'tecEXPIRED'
  const owner = accountIn(state, fields.Account)
  if (owner === undefined) throw new Error(`${fields.Account} vanished while it made a channel.`)
  state.put(entryOf(fields))
  state.put({
    ...owner,
    Balance: String(BigInt(owner.Balance) - dropsOf(fields)),
    OwnerCount: owner.OwnerCount + 1,
  })
  return 'tesSUCCESS'
}

function entryOf(fields: ChannelCreateFields): PayChannel {
  const { Account, Destination, SettleDelay, PublicKey, TicketSequence, Sequence } = fields
  const { DestinationTag, SourceTag, CancelAfter } = fields
  return {
    LedgerEntryType: 'PayChannel',
    Account,
    Destination,
    Amount: String(dropsOf(fields)),
    Balance: '0',
    SettleDelay,
    PublicKey,
    Flags: 0,
    OwnerNode: '0',
    DestinationNode: '0',
    Sequence: TicketSequence ?? Sequence,
    ...present({ DestinationTag, SourceTag, CancelAfter }),
    PreviousTxnID: NO_TRANSACTION,
    PreviousTxnLgrSeq: 0,
  }
}

function dropsOf({ Amount: amount }: ChannelCreateFields): bigint {
  if (!isXrp(amount)) throw new Error('A channel of another currency came through preflight.')
  return BigInt(amount)
}
