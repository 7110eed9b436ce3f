/** AccountSet: flags, and the few fields that wallets set. A bare one only spends a ticket or sequence. */
import { AccountSetAsfFlags, AccountSetTfFlags, LedgerEntry } from 'xrpl'
import { z } from 'zod'
import { type AccountRoot, NO_TRANSACTION } from '#harbour/rippled/engine/entries.ts'
import { parsed } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee } from '#harbour/rippled/engine/rules.ts'
import { accountIn, type State, signersIn } from '#harbour/rippled/engine/sandbox.ts'
import { isSignedByMaster } from '#harbour/rippled/engine/signing.ts'
import { type Application, hasOtherFlags, type Transactor } from '#harbour/rippled/engine/transactor.ts'

const AccountSetSchema = z.object({
  Account: z.string(),
  SetFlag: z.number().optional(),
  ClearFlag: z.number().optional(),
  Domain: z.string().optional(),
  EmailHash: z.string().optional(),
  MessageKey: z.string().optional(),
  SigningPubKey: z.string(),
  Flags: z.number().default(0),
})
type AccountSetFields = z.infer<typeof AccountSetSchema>

const { AccountRootFlags: Lsf } = LedgerEntry
const Asf = AccountSetAsfFlags
const Tf = AccountSetTfFlags

/** AccountRoot flag of each number of SetFlag and ClearFlag. Other numbers change no flag here. */
const FLAGS = new Map<number | undefined, number>([
  [Asf.asfDisableMaster, Lsf.lsfDisableMaster],
  [Asf.asfRequireDest, Lsf.lsfRequireDestTag],
  [Asf.asfRequireAuth, Lsf.lsfRequireAuth],
  [Asf.asfDisallowXRP, Lsf.lsfDisallowXRP],
  [Asf.asfNoFreeze, Lsf.lsfNoFreeze],
  [Asf.asfGlobalFreeze, Lsf.lsfGlobalFreeze],
  [Asf.asfDefaultRipple, Lsf.lsfDefaultRipple],
  [Asf.asfDepositAuth, Lsf.lsfDepositAuth],
  [Asf.asfDisallowIncomingNFTokenOffer, Lsf.lsfDisallowIncomingNFTokenOffer],
  [Asf.asfDisallowIncomingCheck, Lsf.lsfDisallowIncomingCheck],
  [Asf.asfDisallowIncomingPayChan, Lsf.lsfDisallowIncomingPayChan],
  [Asf.asfDisallowIncomingTrustline, Lsf.lsfDisallowIncomingTrustline],
])

/** The older form: flags of the transaction, one to set and one to clear. */
const OLD_FLAGS: { sets: number; clears: number; flag: number }[] = [
  { sets: Tf.tfRequireDestTag, clears: Tf.tfOptionalDestTag, flag: Lsf.lsfRequireDestTag },
  { sets: Tf.tfRequireAuth, clears: Tf.tfOptionalAuth, flag: Lsf.lsfRequireAuth },
  { sets: Tf.tfDisallowXRP, clears: Tf.tfAllowXRP, flag: Lsf.lsfDisallowXRP },
]
const ALL_OLD_FLAGS = OLD_FLAGS.reduce((all, { sets, clears }) => all | sets | clears, 0)

export function accountSet(json: Record<string, unknown>): Transactor {
  const fields = parsed(AccountSetSchema, json)
  const sets = flagsOf(fields.SetFlag) | oldFlags(fields.Flags, 'sets')
  const clears = flagsOf(fields.ClearFlag) | oldFlags(fields.Flags, 'clears')
  return {
    minimumFee: baseFee(json),
    preflight() {
      if (hasOtherFlags(fields.Flags, ALL_OLD_FLAGS)) return 'temINVALID_FLAG'
      const isSameFlag = Boolean(fields.SetFlag) && fields.SetFlag === fields.ClearFlag
      return isSameFlag || (sets & clears) !== 0 ? 'temINVALID_FLAG' : 'tesSUCCESS'
    },
    preclaim: (state) => preclaim(fields, sets, state),
    apply: (application) => apply(fields, { sets, clears }, application),
  }
}

function preclaim(fields: AccountSetFields, sets: number, state: State): ResultCode {
  const account = accountIn(state, fields.Account)
  if (account === undefined) return 'terNO_ACCOUNT'
  const wantsAuth = (sets & Lsf.lsfRequireAuth) !== 0 && (account.Flags & Lsf.lsfRequireAuth) === 0
  return wantsAuth && account.OwnerCount > 0 ? 'tecOWNERS' : 'tesSUCCESS'
}

function apply(
  fields: AccountSetFields,
  { sets, clears }: { sets: number; clears: number },
  { state }: Application,
): ResultCode {
  const account = accountIn(state, fields.Account)
  if (account === undefined) throw new Error(`${fields.Account} vanished while it was set.`)
  const refusal = refusalByKey(fields, account, state)
  if (refusal !== null) return refusal
  // After NoFreeze, a global freeze cannot be lifted either.
  const clearable = (account.Flags & Lsf.lsfNoFreeze) === 0 ? clears : clears & ~Lsf.lsfGlobalFreeze
  const changed: AccountRoot = { ...account, Flags: ((account.Flags | sets) & ~(clearable & ~Lsf.lsfNoFreeze)) >>> 0 }
  for (const name of ['Domain', 'EmailHash', 'MessageKey'] as const) {
    const value = fields[name]
    if (value === undefined) continue
    if (/^0*$/.test(value)) delete changed[name]
    else changed[name] = value
  }
  if (fields.SetFlag === Asf.asfAccountTxnID) changed.AccountTxnID ??= NO_TRANSACTION
  if (fields.ClearFlag === Asf.asfAccountTxnID) delete changed.AccountTxnID
  state.put(changed)
  return 'tesSUCCESS'
}

/** Refuses what needs the master key, and what would leave nobody who can sign. Null: allowed. */
function refusalByKey(fields: AccountSetFields, account: AccountRoot, state: State): ResultCode | null {
  const isOff = (account.Flags & Lsf.lsfDisableMaster) !== 0
  const isMaster = isSignedByMaster(fields)
  if (fields.SetFlag === Asf.asfNoFreeze && !isMaster && !isOff) return 'tecNEED_MASTER_KEY'
  if (fields.SetFlag !== Asf.asfDisableMaster || isOff) return null
  if (!isMaster) return 'tecNEED_MASTER_KEY'
  const hasOther = account.RegularKey !== undefined || signersIn(state, account.Account) !== undefined
  return hasOther ? null : 'tecNO_ALTERNATIVE_KEY'
}

function flagsOf(asf: number | undefined): number {
  return FLAGS.get(asf) ?? 0
}

function oldFlags(flags: number, direction: 'sets' | 'clears'): number {
  return OLD_FLAGS.reduce((all, old) => ((flags & old[direction]) === 0 ? all : all | old.flag), 0)
}
