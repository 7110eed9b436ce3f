/** AccountDelete: all XRP of the account goes to the destination, with a tag like that of a Payment. */
import { z } from 'zod'
import { isTurnedAway } from '#harbour/rippled/engine/account/deposit-preauth.ts'
import { LSF_REQUIRE_DEST_TAG } from '#harbour/rippled/engine/entries.ts'
import { parsed } from '#harbour/rippled/engine/fields.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { FEES } from '#harbour/rippled/engine/rules.ts'
import { accountIn, isObligation, objectsOf, type State } from '#harbour/rippled/engine/sandbox.ts'
import {
  type Application,
  hasOtherFlags,
  type Surroundings,
  type Transactor,
} from '#harbour/rippled/engine/transactor.ts'

const AccountDeleteSchema = z.object({
  Account: z.string(),
  Destination: z.string(),
  DestinationTag: z.number().optional(),
  Flags: z.number().default(0),
})
type AccountDeleteFields = z.infer<typeof AccountDeleteSchema>

export function accountDelete(json: Record<string, unknown>): Transactor {
  const fields = parsed(AccountDeleteSchema, json)
  return {
    minimumFee: FEES.reserveIncrement,
    preflight() {
      if (hasOtherFlags(fields.Flags, 0)) return 'temINVALID_FLAG'
      return fields.Account === fields.Destination ? 'temDST_IS_SRC' : 'tesSUCCESS'
    },
    preclaim: (state, surroundings) => preclaim(fields, state, surroundings),
    apply: (application) => apply(fields, application),
  }
}

function preclaim(fields: AccountDeleteFields, state: State, surroundings: Surroundings): ResultCode {
  const destination = accountIn(state, fields.Destination)
  if (destination === undefined) return 'tecNO_DST'
  const needsTag = (destination.Flags & LSF_REQUIRE_DEST_TAG) !== 0
  if (needsTag && fields.DestinationTag === undefined) return 'tecDST_TAG_NEEDED'
  if (isTurnedAway(fields.Account, destination, state)) return 'tecNO_PERMISSION'
  const account = accountIn(state, fields.Account)
  if (account === undefined) return 'terNO_ACCOUNT'
  // A recreated account starts at the ledger's index: transactions of the old one must never fit it.
  if (account.Sequence + surroundings.deletableAfter > surroundings.ledgerIndex) return 'tecTOO_SOON'
  return objectsOf(state, fields.Account).some(isObligation) ? 'tecHAS_OBLIGATIONS' : 'tesSUCCESS'
}

function apply(fields: AccountDeleteFields, { state, deliver }: Application): ResultCode {
  const account = accountIn(state, fields.Account)
  const destination = accountIn(state, fields.Destination)
  if (account === undefined || destination === undefined) {
    throw new Error(`${fields.Account} or ${fields.Destination} vanished while the first was deleted.`)
  }
  const objects = objectsOf(state, fields.Account)
  for (const object of objects) state.erase(object)
  const drops = BigInt(account.Balance)
  state.put({ ...destination, Balance: String(BigInt(destination.Balance) + drops) })
  const { TicketCount: _spent, ...emptied } = {
    ...account,
    Balance: '0',
    OwnerCount: account.OwnerCount - objects.length,
  }
  state.erase(emptied)
  deliver(drops)
  return 'tesSUCCESS'
}
