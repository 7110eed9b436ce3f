/** The fee that the network asks for. Not in a module that pages import, because it uses decimals. */
import { NETWORK_FACTS, type Network } from '#app/kernel/domain/assets.ts'
import { type Decimal, plain } from '#app/kernel/domain/money.ts'

/** The fee with its asset. Null: the payout waits for something else. */
export function feeAskedOf(payout: {
  waitsFor: string | null
  feeAsked: Decimal | null
  network: Network
}): string | null {
  const { waitsFor, feeAsked, network } = payout
  return waitsFor === 'fees' && feeAsked !== null ? `${plain(feeAsked)} ${NETWORK_FACTS[network].native}` : null
}
