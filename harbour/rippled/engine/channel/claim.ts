/** PaymentChannelClaim: the receiver takes what was signed for, or either side closes the channel. */
import { verifyPaymentChannelClaim } from 'xrpl'
import { z } from 'zod'
import { isTurnedAway } from '#harbour/rippled/engine/account/deposit-preauth.ts'
import { channelIn, closeChannel, isOver, isPublicKey } from '#harbour/rippled/engine/channel/channel.ts'
import type { PayChannel } from '#harbour/rippled/engine/entries.ts'
import { AmountSchema, isPayable, isXrp, parsed } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee } from '#harbour/rippled/engine/rules.ts'
import { accountIn, type Sandbox } from '#harbour/rippled/engine/sandbox.ts'
import { type Application, hasOtherFlags, type Transactor } from '#harbour/rippled/engine/transactor.ts'

const TF_RENEW = 0x00010000
const TF_CLOSE = 0x00020000
const DROPS_PER_XRP_DIGITS = 6

const ChannelClaimSchema = z.object({
  Account: z.string(),
  Channel: z.string(),
  /** Total that the receiver will have taken. */
  Balance: AmountSchema.optional(),
  /** Total that was signed for. */
  Amount: AmountSchema.optional(),
  Signature: z.string().optional(),
  PublicKey: z.string().optional(),
  Flags: z.number().default(0),
})
type ChannelClaimFields = z.infer<typeof ChannelClaimSchema>

export function channelClaim(json: Record<string, unknown>): Transactor {
  const fields = parsed(ChannelClaimSchema, json)
  return {
    minimumFee: baseFee(json),
    preflight: () => preflight(fields),
    preclaim: () => 'tesSUCCESS',
    apply: (application) => apply(fields, application),
  }
}

function preflight(fields: ChannelClaimFields): ResultCode {
  const { Balance: balance, Amount: amount, Signature: signature, PublicKey: key, Flags: flags } = fields
  if (hasOtherFlags(flags, TF_RENEW | TF_CLOSE)) return 'temINVALID_FLAG'
  const amounts = [balance, amount].filter((one) => one !== undefined)
  if (!amounts.every((one) => isXrp(one) && isPayable(one))) return 'temBAD_AMOUNT'
  if (balance !== undefined && dropsOf(balance) > dropsOf(amount ?? balance)) return 'temBAD_AMOUNT'
  if ((flags & TF_RENEW) !== 0 && (flags & TF_CLOSE) !== 0) return 'temMALFORMED'
  if (signature === undefined) return 'tesSUCCESS'
  if (key === undefined || balance === undefined || !isPublicKey(key)) return 'temMALFORMED'
  const claim = { channel: fields.Channel, drops: dropsOf(amount ?? balance), signature, key }
  return isClaimSigned(claim) ? 'tesSUCCESS' : 'temBAD_SIGNATURE'
}

/** Returns true if the key has signed that the channel's receiver may take so many drops in total. */
export function isClaimSigned(claim: { channel: string; drops: bigint; signature: string; key: string }): boolean {
  const digits = String(claim.drops).padStart(DROPS_PER_XRP_DIGITS + 1, '0')
  const xrp = `${digits.slice(0, -DROPS_PER_XRP_DIGITS)}.${digits.slice(-DROPS_PER_XRP_DIGITS)}`
  try {
    return verifyPaymentChannelClaim(claim.channel, xrp, claim.signature, claim.key)
  } catch {
    // The client throws for a malformed signature.
    return false
  }
}

function apply(fields: ChannelClaimFields, application: Application): ResultCode {
  const { state, surroundings } = application
  const channel = channelIn(state, fields.Channel)
  if (channel === undefined) return 'tecNO_TARGET'
  if (isOver(channel, surroundings)) return closeChannel(channel, state)
  if (![channel.Account, channel.Destination].includes(fields.Account)) return 'tecNO_PERMISSION'
  if (fields.Balance !== undefined) {
    const result = take(fields, dropsOf(fields.Balance), { channel, state })
    if (result !== 'tesSUCCESS') return result
  }
  return renewOrClose(fields, application)
}

function take(
  fields: ChannelClaimFields,
  drops: bigint,
  { channel, state }: { channel: PayChannel; state: Sandbox },
): ResultCode {
  if (fields.Account === channel.Destination && fields.Signature === undefined) return 'temBAD_SIGNATURE'
  if (fields.Signature !== undefined && fields.PublicKey !== channel.PublicKey) return 'temBAD_SIGNER'
  const taken = BigInt(channel.Balance)
  if (drops > BigInt(channel.Amount) || drops <= taken) return 'tecUNFUNDED_PAYMENT'
  const destination = accountIn(state, channel.Destination)
  if (destination === undefined) return 'tecNO_DST'
  if (isTurnedAway(fields.Account, destination, state)) return 'tecNO_PERMISSION'
  state.put({ ...channel, Balance: String(drops) })
  state.put({ ...destination, Balance: String(BigInt(destination.Balance) + drops - taken) })
  return 'tesSUCCESS'
}

function renewOrClose(fields: ChannelClaimFields, { state, surroundings }: Application): ResultCode {
  const channel = channelIn(state, fields.Channel)
  if (channel === undefined) throw new Error(`Channel ${fields.Channel} vanished while it was claimed.`)
  if ((fields.Flags & TF_RENEW) !== 0) {
    if (fields.Account !== channel.Account) return 'tecNO_PERMISSION'
    const { Expiration: _lifted, ...renewed } = channel
    state.put(renewed)
  }
  if ((fields.Flags & TF_CLOSE) === 0) return 'tesSUCCESS'
  // The receiver closes at once; the owner has to leave it time to claim, unless nothing is left.
  const isAtOnce = fields.Account === channel.Destination || channel.Balance === channel.Amount
  if (isAtOnce) return closeChannel(channel, state)
  const settled = surroundings.parentCloseTime + channel.SettleDelay
  state.put({ ...channel, Expiration: Math.min(settled, channel.Expiration ?? settled) })
  return 'tesSUCCESS'
}

function dropsOf(amount: z.infer<typeof AmountSchema>): bigint {
  if (!isXrp(amount)) throw new Error('A claim of another currency came through preflight.')
  return BigInt(amount)
}
