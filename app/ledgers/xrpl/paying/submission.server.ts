/** What all our transactions share: terms and submission. */
import { type SignedPayout, TreasuryWaits } from '../../ledger.ts'
import { readValidatedLedger } from '../accounts.server.ts'
import { feeAnswer, serverStateAnswer, submitAnswer } from '../answers.ts'
import type { XrplKey } from '../blob.server.ts'
import { fromDrops } from '../payments.ts'
import { isDenied, type Session } from '../session.server.ts'
import { chooseFee, feeCapOf, feesAsked, type Pressing, type XrplFeeCaps } from './fees.ts'

export type XrplSigner = {
  key: XrplKey
  /** Only for networks whose transactions carry one. */
  networkId: number | null
  validLedgers: number
  feeCaps: XrplFeeCaps
  /** The most that the account may have. */
  tickets: number
}

/** Applied for now, queued, or waiting for an earlier one; a tec is applied too, and fails. */
const TAKEN = /^(te[sr]|tec)/
/** For a server that hides its load: `fee` is then all that it asks for. */
const NO_LOAD = { load_base: 256, load_factor_server: 256 }

/** The newest ledger, and the fields that follow from it. Throws LedgerUnavailable; TreasuryWaits: fees too high. */
export async function chooseTerms(session: Session, signer: XrplSigner, pressing: Pressing = {}) {
  const newest = await readValidatedLedger(session)
  const terms = {
    Account: signer.key.address,
    Fee: await findFee(session, feeCapOf(signer.feeCaps, pressing)),
    Flags: 0,
    LastLedgerSequence: newest + signer.validLedgers,
    ...(signer.networkId === null ? {} : { NetworkID: signer.networkId }),
  }
  return { newest, terms }
}

async function findFee(session: Session, cap: number): Promise<string> {
  const { drops } = await session.ask({ command: 'fee' }, feeAnswer)
  const load = await session.askOr({ command: 'server_state' }, serverStateAnswer, NOT_TOLD)
  const asked = feesAsked(drops, isDenied(load) ? NO_LOAD : load.state)
  const fee = chooseFee(asked, cap)
  if (fee !== null) return fee.toFixed()
  throw new TreasuryWaits(
    'xrpl',
    'fees',
    `the network asks for a fee of ${asked.queue.toFixed()} drops, for the open ledger ${asked.open.toFixed()}; at most ${cap} are paid`,
    fromDrops(asked.queue.toFixed()),
  )
}

/** How servers refuse to answer `server_state`. */
const NOT_TOLD = ['unknownCmd', 'notSupported', 'noPermission', 'forbidden']

/** A server's answer to sent bytes, which proves nothing; `wasSent` false: their last ledger was over. */
export type Handed = { note: string; taken: boolean; wasSent: boolean }

/**
 * Sends the bytes, unless the newest validated ledger is the last in which they could be. Without `fail_hard`, so that
 * they may wait in the server's queue; a `tec` is then applied, and costs fee and ticket. Throws LedgerUnavailable.
 */
export async function submit(session: Session, signed: Pick<SignedPayout, 'blob' | 'validUntil'>): Promise<Handed> {
  const newest = await readValidatedLedger(session)
  if (newest >= Number(signed.validUntil)) {
    return {
      note: `not sent: ledger ${signed.validUntil} was its last, ${newest} is validated`,
      taken: false,
      wasSent: false,
    }
  }
  const { engine_result: note } = await session.ask({ command: 'submit', tx_blob: signed.blob }, submitAnswer)
  return { note, taken: TAKEN.test(note), wasSent: true }
}
