/** DepositPreauth: an account with DepositAuth allows a sender, or revokes that. */
import { z } from 'zod'
import { type AccountRoot, LSF_DEPOSIT_AUTH, NO_TRANSACTION } from '#harbour/rippled/engine/entries.ts'
import { parsed } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee, reserveOf } from '#harbour/rippled/engine/rules.ts'
import { accountIn, preauthIn, type State } from '#harbour/rippled/engine/sandbox.ts'
import { type Application, hasOtherFlags, type Transactor } from '#harbour/rippled/engine/transactor.ts'

const DepositPreauthSchema = z.object({
  Account: z.string(),
  Authorize: z.string().optional(),
  Unauthorize: z.string().optional(),
  /** Credentials do not exist here. */
  AuthorizeCredentials: z.unknown().optional(),
  UnauthorizeCredentials: z.unknown().optional(),
  Flags: z.number().default(0),
})
type DepositPreauthFields = z.infer<typeof DepositPreauthSchema>

/** Returns true if the receiver's DepositAuth refuses this sender. */
export function isTurnedAway(sender: string, receiver: AccountRoot, state: State): boolean {
  if ((receiver.Flags & LSF_DEPOSIT_AUTH) === 0 || sender === receiver.Account) return false
  return preauthIn(state, receiver.Account, sender) === undefined
}

export function depositPreauth(json: Record<string, unknown>): Transactor {
  const fields = parsed(DepositPreauthSchema, json)
  return {
    minimumFee: baseFee(json),
    preflight: () => preflight(fields),
    preclaim: (state) => preclaim(fields, state),
    apply: (application) => apply(fields, application),
  }
}

function preflight(fields: DepositPreauthFields): ResultCode {
  if (hasOtherFlags(fields.Flags, 0)) return 'temINVALID_FLAG'
  const byCredentials = [fields.AuthorizeCredentials, fields.UnauthorizeCredentials]
  const wishes = [fields.Authorize, fields.Unauthorize, ...byCredentials].filter((wish) => wish !== undefined)
  if (wishes.length !== 1) return 'temMALFORMED'
  if (byCredentials.some((wish) => wish !== undefined)) return 'temUNKNOWN'
  return fields.Authorize === fields.Account ? 'temCANNOT_PREAUTH_SELF' : 'tesSUCCESS'
}

function preclaim({ Account, Authorize, Unauthorize }: DepositPreauthFields, state: State): ResultCode {
  if (Authorize === undefined) {
    return preauthIn(state, Account, Unauthorize ?? '') === undefined ? 'tecNO_ENTRY' : 'tesSUCCESS'
  }
  if (accountIn(state, Authorize) === undefined) return 'tecNO_TARGET'
  return preauthIn(state, Account, Authorize) === undefined ? 'tesSUCCESS' : 'tecDUPLICATE'
}

function apply({ Account, Authorize, Unauthorize }: DepositPreauthFields, application: Application): ResultCode {
  const { state, balanceBefore } = application
  const owner = accountIn(state, Account)
  if (owner === undefined) throw new Error(`${Account} vanished while it authorized somebody.`)
  if (Authorize === undefined) {
    const entry = preauthIn(state, Account, Unauthorize ?? '')
    if (entry === undefined) throw new Error(`The authorization of ${Unauthorize} by ${Account} vanished.`)
    state.erase(entry)
    state.put({ ...owner, OwnerCount: owner.OwnerCount - 1 })
    return 'tesSUCCESS'
  }
  if (balanceBefore < reserveOf(owner.OwnerCount + 1)) return 'tecINSUFFICIENT_RESERVE'
  state.put({
    LedgerEntryType: 'DepositPreauth',
    Account,
    Authorize,
    Flags: 0,
    OwnerNode: '0',
    PreviousTxnID: NO_TRANSACTION,
    PreviousTxnLgrSeq: 0,
  })
  state.put({ ...owner, OwnerCount: owner.OwnerCount + 1 })
  return 'tesSUCCESS'
}
