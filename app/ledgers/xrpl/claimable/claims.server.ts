/** Claims an escrow or a check for the paying account, and reads whether one still exists. */
import type { CheckCash, EscrowFinish } from 'xrpl'
import type { ClaimableState, FoundClaimable } from '../../claimable.ts'
import type { SignedPayout } from '../../ledger.ts'
import { loadAccount } from '../accounts.server.ts'
import { ledgerEntryAnswer } from '../answers.ts'
import { signTransaction } from '../blob.server.ts'
import { chooseTerms, type XrplSigner } from '../paying/submission.server.ts'
import { isDenied, type Session, unavailable } from '../session.server.ts'

/** `by` is null: anybody may finish an escrow, so the account's payments say who did. Throws LedgerUnavailable. */
export async function readState(session: Session, ledgerId: string): Promise<ClaimableState> {
  const request = { command: 'ledger_entry', index: ledgerId, ledger_index: 'validated' }
  const answer = await session.askOr(request, ledgerEntryAnswer, ['entryNotFound'])
  return isDenied(answer) ? { is: 'gone', by: null } : { is: 'open' }
}

/** A check is cashed in full or not at all. Throws LedgerUnavailable. */
export async function signClaim(
  session: Session,
  signer: XrplSigner,
  claimable: FoundClaimable,
): Promise<SignedPayout> {
  const { address: source } = signer.key
  const account = await loadAccount(session, source)
  if (account === null) throw unavailable(`the paying account ${source} is not on the ledger`)
  const { newest, terms } = await chooseTerms(session, signer, {})
  const claim = { ...terms, Sequence: account.Sequence, ...claimOf(claimable) }
  const { hash, blob } = await signTransaction(claim, signer.key)
  const validUntil = String(terms.LastLedgerSequence)
  const sequence = String(account.Sequence)
  return { network: 'xrpl', hash, blob, source, sequence, validUntil, validFrom: String(newest) }
}

type Claim =
  | Pick<EscrowFinish, 'TransactionType' | 'Owner' | 'OfferSequence'>
  | Pick<CheckCash, 'TransactionType' | 'CheckID' | 'Amount'>

function claimOf({ kind, ledgerId, maker, sequence, amount }: FoundClaimable): Claim {
  if (kind === 'check') {
    return { TransactionType: 'CheckCash', CheckID: ledgerId, Amount: amount.times(1_000_000).toFixed(0) }
  }
  if (kind !== 'escrow' || sequence === null) throw new Error(`a ${kind} cannot be claimed on the XRP Ledger`)
  return { TransactionType: 'EscrowFinish', Owner: maker, OfferSequence: Number(sequence) }
}
