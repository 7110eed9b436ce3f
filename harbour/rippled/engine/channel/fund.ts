/** PaymentChannelFund: the owner adds XRP to a channel, and may set when it ends. */
import { z } from 'zod'
import { channelIn, closeChannel, isOver } from '#harbour/rippled/engine/channel/channel.ts'
import type { PayChannel } from '#harbour/rippled/engine/entries.ts'
import { AmountSchema, isPayable, isXrp, parsed } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee, reserveOf } from '#harbour/rippled/engine/rules.ts'
import { accountIn } from '#harbour/rippled/engine/sandbox.ts'
import { type Application, hasOtherFlags, type Transactor } from '#harbour/rippled/engine/transactor.ts'

const ChannelFundSchema = z.object({
  Account: z.string(),
  Channel: z.string(),
  Amount: AmountSchema,
  /** Seconds of the ledger's clock. */
  Expiration: z.number().optional(),
  Flags: z.number().default(0),
})
type ChannelFundFields = z.infer<typeof ChannelFundSchema>

export function channelFund(json: Record<string, unknown>): Transactor {
  const fields = parsed(ChannelFundSchema, json)
  return {
    minimumFee: baseFee(json),
    preflight() {
      if (hasOtherFlags(fields.Flags, 0)) return 'temINVALID_FLAG'
      return isXrp(fields.Amount) && isPayable(fields.Amount) ? 'tesSUCCESS' : 'temBAD_AMOUNT'
    },
    preclaim: () => 'tesSUCCESS',
    apply: (application) => apply(fields, application),
  }
}

function apply(fields: ChannelFundFields, application: Application): ResultCode {
  const { state, surroundings } = application
  const channel = channelIn(state, fields.Channel)
  if (channel === undefined) return 'tecNO_ENTRY'
  if (isOver(channel, surroundings)) return closeChannel(channel, state)
  if (fields.Account !== channel.Account) return 'tecNO_PERMISSION'
  if (isTooEarly(fields.Expiration, channel, surroundings.parentCloseTime)) return 'temBAD_EXPIRATION'
  const owner = accountIn(state, fields.Account)
  if (owner === undefined || !isXrp(fields.Amount)) throw new Error(`${fields.Account} vanished while it funded.`)
  const drops = BigInt(fields.Amount)
  const spare = BigInt(owner.Balance) - reserveOf(owner.OwnerCount)
  if (spare < 0n) return 'tecINSUFFICIENT_RESERVE'
  if (spare < drops) return 'tecUNFUNDED'
  if (accountIn(state, channel.Destination) === undefined) return 'tecNO_DST'
  const Expiration = fields.Expiration ?? channel.Expiration
  state.put({
    ...channel,
    Amount: String(BigInt(channel.Amount) + drops),
    ...(Expiration === undefined ? {} : { Expiration }),
  })
  state.put({ ...owner, Balance: String(BigInt(owner.Balance) - drops) })
  return 'tesSUCCESS'
}

/** The receiver keeps the promised delay, unless the channel already ends earlier. */
function isTooEarly(wanted: number | undefined, channel: PayChannel, now: number): boolean {
  const promised = Math.min(now + channel.SettleDelay, channel.Expiration ?? Number.POSITIVE_INFINITY)
  return wanted !== undefined && wanted < promised
}
