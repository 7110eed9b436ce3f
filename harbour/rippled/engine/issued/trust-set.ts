/** TrustSet: how much of another's issued money an account accepts. Freezing and authorizing are not supported. */
import { z } from 'zod'
import { LSF_DISALLOW_INCOMING_TRUST_LINE } from '#harbour/rippled/engine/entries.ts'
import { AmountSchema, isIssued, parsed } from '#harbour/rippled/engine/fields.ts'
import { lineIn, newLine, putLine, sideOf } from '#harbour/rippled/engine/issued/trust-line.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee, reserveOf } from '#harbour/rippled/engine/rules.ts'
import { accountIn, type State } from '#harbour/rippled/engine/sandbox.ts'
import { type Application, hasOtherFlags, type Transactor } from '#harbour/rippled/engine/transactor.ts'

const TF_SET_NO_RIPPLE = 0x00020000
const TF_CLEAR_NO_RIPPLE = 0x00040000
const TF_UNKNOWN_HERE = 0x00010000 | 0x00100000 | 0x00200000
/** The first lines need no reserve: whoever funds a new account need not pay for them. */
const FREE_LINES = 2

const TrustSetSchema = z.object({ Account: z.string(), LimitAmount: AmountSchema, Flags: z.number().default(0) })
type TrustSetFields = z.infer<typeof TrustSetSchema>

export function trustSet(json: Record<string, unknown>): Transactor {
  const fields = parsed(TrustSetSchema, json)
  return {
    minimumFee: baseFee(json),
    preflight: () => preflight(fields),
    preclaim: (state) => preclaim(fields, state),
    apply: (application) => apply(fields, application),
  }
}

function preflight({ LimitAmount: limit, Flags }: TrustSetFields): ResultCode {
  if (hasOtherFlags(Flags, TF_SET_NO_RIPPLE | TF_CLEAR_NO_RIPPLE | TF_UNKNOWN_HERE)) return 'temINVALID_FLAG'
  if (!isIssued(limit) || limit.value.startsWith('-')) return 'temBAD_LIMIT'
  return (Flags & TF_UNKNOWN_HERE) === 0 ? 'tesSUCCESS' : 'temUNKNOWN'
}

function preclaim(fields: TrustSetFields, state: State): ResultCode {
  const { issuer, currency } = limitOf(fields)
  if (issuer === fields.Account) return 'temDST_IS_SRC'
  const refuses = ((accountIn(state, issuer)?.Flags ?? 0) & LSF_DISALLOW_INCOMING_TRUST_LINE) !== 0
  return refuses && lineIn(state, [fields.Account, issuer], currency) === undefined ? 'tecNO_PERMISSION' : 'tesSUCCESS'
}

function apply(fields: TrustSetFields, { state, balanceBefore }: Application): ResultCode {
  const { issuer, currency, value } = limitOf(fields)
  const pair = [fields.Account, issuer] as const
  const owner = accountIn(state, fields.Account)
  if (owner === undefined) throw new Error(`${fields.Account} vanished while it trusted somebody.`)
  if (accountIn(state, issuer) === undefined) return 'tecNO_DST'
  const reserve = owner.OwnerCount < FREE_LINES ? 0n : reserveOf(owner.OwnerCount + 1)
  const existing = lineIn(state, pair, currency)
  const isBare = !/[1-9]/.test(value) && (fields.Flags & TF_SET_NO_RIPPLE) === 0
  if (existing === undefined && isBare) return 'tecNO_LINE_REDUNDANT'
  if (existing === undefined && balanceBefore < reserve) return 'tecNO_LINE_INSUF_RESERVE'

  const line = existing ?? newLine(state, pair, currency)
  const { isHigh, noRippleFlag } = sideOf(line, fields.Account)
  const limit = { currency, issuer: fields.Account, value }
  const wishes = (fields.Flags & (TF_SET_NO_RIPPLE | TF_CLEAR_NO_RIPPLE)) !== 0 || existing === undefined
  const kept = wishes ? line.Flags & ~noRippleFlag : line.Flags
  const Flags = (fields.Flags & TF_SET_NO_RIPPLE) === 0 ? kept : kept | noRippleFlag
  putLine(state, { ...line, ...(isHigh ? { HighLimit: limit } : { LowLimit: limit }), Flags })
  const isDearer = (accountIn(state, fields.Account)?.OwnerCount ?? 0) > owner.OwnerCount
  return isDearer && balanceBefore < reserve ? 'tecINSUF_RESERVE_LINE' : 'tesSUCCESS'
}

function limitOf({ LimitAmount: limit }: TrustSetFields) {
  if (!isIssued(limit)) throw new Error('A limit in XRP came through preflight.')
  return limit
}
