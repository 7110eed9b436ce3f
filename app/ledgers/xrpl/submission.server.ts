/** What every transaction of ours shares: its terms, and the way it is handed to the server. */
import { Decimal } from '#app/domain/kernel/money.ts'
import { TreasuryWaits } from '../ledger.ts'
import { readValidatedLedger } from './accounts.server.ts'
import { feeAnswer, submitAnswer } from './answers.ts'
import type { XrplKey } from './blob.server.ts'
import type { Session } from './session.server.ts'

export type Signer = {
  key: XrplKey
  /** Only for the networks whose transactions carry one. */
  networkId: number | null
  validLedgers: number
  feeCaps: XrplFeeCaps
  /** How many it may have at most. */
  tickets: number
}

/** Drops that we are ready to burn on one transaction; above them it waits for calmer ledgers. */
export type XrplFeeCaps = {
  usual: number
  /** For a payout that has waited for long. */
  urgent: number
}

const FEE_CUSHION = new Decimal('1.2')

/** The newest ledger, and the fields that follow from it. Throws LedgerUnavailable, TreasuryWaits when fees are too high. */
export async function chooseTerms(session: Session, signer: Signer, isUrgent = false) {
  const newest = await readValidatedLedger(session)
  const terms = {
    Account: signer.key.address,
    Fee: await chooseFee(session, isUrgent ? signer.feeCaps.urgent : signer.feeCaps.usual),
    Flags: 0,
    LastLedgerSequence: newest + signer.validLedgers,
    ...(signer.networkId === null ? {} : { NetworkID: signer.networkId }),
  }
  return { newest, terms }
}

async function chooseFee(session: Session, cap: number): Promise<string> {
  const { drops } = await session.ask({ command: 'fee' }, feeAnswer)
  const fee = Decimal.max(drops.open_ledger_fee, drops.base_fee).times(FEE_CUSHION).ceil()
  if (fee.gt(cap)) {
    throw new TreasuryWaits('xrpl', 'fees', `the network asks for a fee of ${fee.toFixed()} drops, more than ${cap}`)
  }
  return fee.toFixed()
}

/** Hands the bytes to the server. What it says about them is provisional, whatever it is. Throws LedgerUnavailable. */
export async function submit(session: Session, blob: string): Promise<{ note: string }> {
  const request = { command: 'submit', tx_blob: blob, fail_hard: true }
  return { note: (await session.ask(request, submitAnswer)).engine_result }
}
