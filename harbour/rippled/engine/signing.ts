/** Who may sign for an account: its master key, its regular key, or a quorum of its signer list. */
import { decodeAccountID, deriveAddress } from 'xrpl'
import { z } from 'zod'
import { LSF_DISABLE_MASTER } from '#harbour/rippled/engine/entries.ts'
import type { ResultCode } from '#harbour/rippled/engine/results.ts'
import { accountIn, type State, signersIn } from '#harbour/rippled/engine/sandbox.ts'

/** One of several signatures of a transaction, as in the ledger's JSON. */
export const SignerSchema = z.object({
  Signer: z.object({ Account: z.string(), SigningPubKey: z.string(), TxnSignature: z.string() }),
})
export type Signer = z.infer<typeof SignerSchema>

type Signed = { Account: string; SigningPubKey: string; Signers?: Signer[] | undefined }

/** Checks that the signers are authorized. The signatures have been verified before. */
export function checkSigner(signed: Signed, state: State): ResultCode {
  return signed.Signers === undefined ? checkOneKey(signed, state) : checkSeveral(signed.Account, signed.Signers, state)
}

export function isSignedByMaster({ Account, SigningPubKey }: { Account: string; SigningPubKey: string }): boolean {
  return SigningPubKey !== '' && deriveAddress(SigningPubKey) === Account
}

/** Comparator by account id, the order of signers and of the entries of a list. */
export function compareAccounts(one: string, other: string): number {
  return Buffer.compare(decodeAccountID(one), decodeAccountID(other))
}

function checkOneKey({ Account, SigningPubKey }: Signed, state: State): ResultCode {
  const account = accountIn(state, Account)
  const signer = deriveAddress(SigningPubKey)
  if (account?.RegularKey === signer) return 'tesSUCCESS'
  if (signer !== Account) return 'tefBAD_AUTH'
  return isMasterOff(Account, state) ? 'tefMASTER_DISABLED' : 'tesSUCCESS'
}

function checkSeveral(account: string, signers: readonly Signer[], state: State): ResultCode {
  const list = signersIn(state, account)
  if (list === undefined) return 'tefNOT_MULTI_SIGNING'
  const weights = new Map(list.SignerEntries.map(({ SignerEntry: one }) => [one.Account, one.SignerWeight]))
  let sum = 0
  for (const { Signer: signer } of signers) {
    const weight = weights.get(signer.Account)
    if (weight === undefined) return 'tefBAD_SIGNATURE'
    const result = checkKeyOf(signer, state)
    if (result !== 'tesSUCCESS') return result
    sum += weight
  }
  return sum < list.SignerQuorum ? 'tefBAD_QUORUM' : 'tesSUCCESS'
}

/** A signer need not exist on the ledger; then only its master key counts. */
function checkKeyOf({ Account, SigningPubKey }: Signer['Signer'], state: State): ResultCode {
  const key = SigningPubKey === '' ? null : deriveAddress(SigningPubKey)
  if (key === Account) return isMasterOff(Account, state) ? 'tefMASTER_DISABLED' : 'tesSUCCESS'
  return key !== null && accountIn(state, Account)?.RegularKey === key ? 'tesSUCCESS' : 'tefBAD_SIGNATURE'
}

function isMasterOff(account: string, state: State): boolean {
  return ((accountIn(state, account)?.Flags ?? 0) & LSF_DISABLE_MASTER) !== 0
}
