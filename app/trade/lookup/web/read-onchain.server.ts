import { isCalledOff } from '#app/escrow/domain/escrow.ts'
import { networkOf } from '#app/kernel/domain/assets.ts'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { explorerLink } from '#app/ledgers/payments/domain/explorer.ts'
import { deps } from '#app/runtime.server.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { type OnchainView, onchainStep } from '#app/trade/onchain/domain/onchain-view.ts'
import { showOnchainEscrow } from '#app/trade/onchain/queries/onchain-view.server.ts'
import { showOffer } from '#app/trade/onchain/web/deposit-shown.server.ts'
import {
  showApproval,
  showExpiry,
  showOnchainOutstanding,
  showReturn,
  showSettlement,
} from '#app/trade/onchain/web/settlement-shown.server.ts'
import { expectDeposit } from '#app/trade/onchain/workflows/agreeing/expect-deposit.server.ts'
import { askForClearance } from '#app/trade/onchain/workflows/clearance/ask-clearance.server.ts'
import { escrowNetwork } from './escrow-network.server.ts'

type Asked = { escrow: EscrowView; userId: string; reader: Reader | null; hold: OnchainView }

/** The on-chain escrow with what the reader's wallet must sign. Asks the ledger where something is to be signed. */
export async function readOnchainSheet({ escrow, userId, reader, hold }: Asked) {
  const { id, transactionId, currency, networkName, amount, contract, stage, turn, expectedWallet, sealed } = escrow
  const step = onchainStep(hold, { isOver: isCalledOff(stage) })
  const shown = { id, transactionId, currency, networkName, amount, contract, turn, stage, expectedWallet, sealed }
  if ((step === 'lock' || step === 'check') && reader !== null) await expectDeposit(deps, id)
  if (step === 'check' && reader !== null) await askForClearance(deps, id)
  const asking = { step, escrow, buyerId: userId, wallet: hold.buyerWallet }
  const offer = reader === 'buyer' ? await showOffer(asking) : null
  const wallet = reader && hold.lock ? walletOfReader(hold, reader) : null
  const signer = { escrow, userId, wallet }
  const exit = step === 'locked' ? await showSettlement(signer) : null
  const approval = step === 'locked' && !exit ? await showApproval(signer) : null
  const rest = exit || approval ? null : await showOnchainOutstanding(signer)
  const back = reader === 'buyer' ? await showReturn(signer) : null
  const lapse = step === 'locked' ? showExpiry({ escrow, hold, reader, exit }) : null
  const linkTo = (hash: string | undefined) =>
    hash === undefined ? null : explorerLink(escrowNetwork(), { network: networkOf(currency), hash })
  const links = { lock: linkTo(hold.lock?.hash), end: linkTo(hold.lock?.end?.hash) }
  return { escrow: shown, hold, links, step, reader, offer, exit, approval, rest, back, lapse }
}

/** The same for a party's page. Null: Quayside holds the money. */
export async function readOnchainOf(escrow: EscrowView & { reader: Reader }, userId: string) {
  if (escrow.custody.fundedBy === 'deposit') return null
  const hold = await showOnchainEscrow(deps.db, { escrowId: escrow.id, now: deps.clock.now() })
  return hold && readOnchainSheet({ escrow, userId, reader: escrow.reader, hold })
}

function walletOfReader({ buyerWallet, agreed }: OnchainView, reader: Reader): string | null {
  return reader === 'buyer' ? buyerWallet : (agreed?.sellerWallet ?? null)
}
