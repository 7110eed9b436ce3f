/** SignerListSet: replaces or removes the list of those who sign together for an account. */
import { z } from 'zod'
import {
  type AccountRoot,
  LSF_DISABLE_MASTER,
  NO_TRANSACTION,
  SignerEntrySchema,
} from '#harbour/rippled/engine/entries.ts'
import { parsed } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee, reserveOf } from '#harbour/rippled/engine/rules.ts'
import { accountIn, signersIn } from '#harbour/rippled/engine/sandbox.ts'
import { compareAccounts } from '#harbour/rippled/engine/signing.ts'
import { type Application, hasOtherFlags, type Transactor } from '#harbour/rippled/engine/transactor.ts'

export const MOST_SIGNERS = 32
/** Since 2019 a list counts as one owned object, however long it is. */
const LSF_ONE_OWNER_COUNT = 0x00010000

const SignerListSetSchema = z.object({
  Account: z.string(),
  SignerQuorum: z.number(),
  SignerEntries: z.array(SignerEntrySchema).optional(),
  Flags: z.number().default(0),
})
type SignerListSetFields = z.infer<typeof SignerListSetSchema>

export function signerListSet(json: Record<string, unknown>): Transactor {
  const fields = parsed(SignerListSetSchema, json)
  return {
    minimumFee: baseFee(json),
    preflight: () => preflight(fields),
    preclaim: () => 'tesSUCCESS',
    apply: (application) => apply(fields, application),
  }
}

function preflight({ Account, SignerQuorum, SignerEntries, Flags }: SignerListSetFields): ResultCode {
  if (hasOtherFlags(Flags, 0)) return 'temINVALID_FLAG'
  // A quorum with a list sets it, neither of them removes it; one without the other is malformed.
  if ((SignerQuorum === 0) !== (SignerEntries === undefined)) return 'temMALFORMED'
  if (SignerEntries === undefined) return 'tesSUCCESS'
  if (SignerEntries.length === 0 || SignerEntries.length > MOST_SIGNERS) return 'temMALFORMED'
  const signers = SignerEntries.map(({ SignerEntry }) => SignerEntry)
  if (new Set(signers.map((signer) => signer.Account)).size < signers.length) return 'temBAD_SIGNER'
  if (signers.some(({ SignerWeight }) => SignerWeight <= 0)) return 'temBAD_WEIGHT'
  if (signers.some((signer) => signer.Account === Account)) return 'temBAD_SIGNER'
  const all = signers.reduce((sum, { SignerWeight }) => sum + SignerWeight, 0)
  return all < SignerQuorum ? 'temBAD_QUORUM' : 'tesSUCCESS'
}

function apply(fields: SignerListSetFields, application: Application): ResultCode {
  const { state, balanceBefore } = application
  const owner = accountIn(state, fields.Account)
  if (owner === undefined) throw new Error(`${fields.Account} vanished while its signers were set.`)
  const { SignerEntries: entries } = fields
  if (entries === undefined) return takeAway(owner, application)
  // The replaced list releases its reserve first.
  const others = owner.OwnerCount - (signersIn(state, owner.Account) === undefined ? 0 : 1)
  if (balanceBefore < reserveOf(others + 1)) return 'tecINSUFFICIENT_RESERVE'
  state.put({
    LedgerEntryType: 'SignerList',
    Owner: fields.Account,
    SignerEntries: entries.toSorted((one, other) =>
      compareAccounts(one.SignerEntry.Account, other.SignerEntry.Account),
    ),
    SignerListID: 0,
    SignerQuorum: fields.SignerQuorum,
    Flags: LSF_ONE_OWNER_COUNT,
    OwnerNode: '0',
    PreviousTxnID: NO_TRANSACTION,
    PreviousTxnLgrSeq: 0,
  })
  state.put({ ...owner, OwnerCount: others + 1 })
  return 'tesSUCCESS'
}

function takeAway(owner: AccountRoot, { state }: Application): ResultCode {
  const isLastWay = (owner.Flags & LSF_DISABLE_MASTER) !== 0 && owner.RegularKey === undefined
  if (isLastWay) return 'tecNO_ALTERNATIVE_KEY'
  const list = signersIn(state, owner.Account)
  // Idempotent: there is no list.
  if (list === undefined) return 'tesSUCCESS'
  state.erase(list)
  state.put({ ...owner, OwnerCount: owner.OwnerCount - 1 })
  return 'tesSUCCESS'
}
