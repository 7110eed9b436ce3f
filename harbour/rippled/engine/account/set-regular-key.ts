/** SetRegularKey: sets or removes another key that may sign for the account. */
import { z } from 'zod'
import { LSF_DISABLE_MASTER, LSF_PASSWORD_SPENT } from '#harbour/rippled/engine/entries.ts'
import { parsed } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { baseFee } from '#harbour/rippled/engine/rules.ts'
import { accountIn, type State, signersIn } from '#harbour/rippled/engine/sandbox.ts'
import { isSignedByMaster } from '#harbour/rippled/engine/signing.ts'
import { type Application, hasOtherFlags, type Transactor } from '#harbour/rippled/engine/transactor.ts'

const SetRegularKeySchema = z.object({
  Account: z.string(),
  RegularKey: z.string().optional(),
  SigningPubKey: z.string(),
  Flags: z.number().default(0),
})
type SetRegularKeyFields = z.infer<typeof SetRegularKeySchema>

export function setRegularKey(json: Record<string, unknown>): Transactor {
  const fields = parsed(SetRegularKeySchema, json)
  return {
    minimumFee: baseFee(json),
    isFree: (state) => isFree(fields, state),
    preflight() {
      if (hasOtherFlags(fields.Flags, 0)) return 'temINVALID_FLAG'
      return fields.RegularKey === fields.Account ? 'temBAD_REGKEY' : 'tesSUCCESS'
    },
    preclaim: () => 'tesSUCCESS',
    apply: (application) => apply(fields, application),
  }
}

/** Free once, if signed by the master key: a stolen regular key can be replaced even without money. */
function isFree(fields: SetRegularKeyFields, state: State): boolean {
  const flags = accountIn(state, fields.Account)?.Flags ?? 0
  return isSignedByMaster(fields) && (flags & LSF_PASSWORD_SPENT) === 0
}

function apply(fields: SetRegularKeyFields, { state }: Application): ResultCode {
  const account = accountIn(state, fields.Account)
  if (account === undefined) throw new Error(`${fields.Account} vanished while its regular key was set.`)
  const { RegularKey: _former, ...bare } = account
  const Flags = isFree(fields, state) ? account.Flags | LSF_PASSWORD_SPENT : account.Flags
  if (fields.RegularKey !== undefined) {
    state.put({ ...bare, Flags, RegularKey: fields.RegularKey })
    return 'tesSUCCESS'
  }
  const needsOne = (account.Flags & LSF_DISABLE_MASTER) !== 0 && signersIn(state, account.Account) === undefined
  if (needsOne) return 'tecNO_ALTERNATIVE_KEY'
  state.put({ ...bare, Flags })
  return 'tesSUCCESS'
}
