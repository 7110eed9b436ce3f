/** The parts of an escrow's page, as one chunk for the browser (later.tsx). Routes render their own parts. */
import { useNavigation } from '@remix-run/react'
import type { ComponentType } from 'react'
import type { SettlingProps } from '#app/escrow/ui/settle-form.tsx'
import type { Reader } from '#app/kernel/domain/reader.ts'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import { ChangeWallet } from '#app/settlement/payouts/ui/change-wallet.tsx'
import { OtherWallet } from '#app/settlement/payouts/ui/other-wallet.tsx'
import { PaidOut } from '#app/settlement/payouts/ui/paid-out.tsx'
import { DisputeSheet } from '#app/trade/disputes/ui/dispute-sheet.tsx'
import { DivisionSheet } from '#app/trade/divisions/ui/division-sheet.tsx'
import { PresentationsSheet } from '#app/trade/documents/ui/presentations-sheet.tsx'
import { UnreadableSheet } from '#app/trade/documents/ui/unreadable-sheet.tsx'
import { WaiverSheet } from '#app/trade/documents/ui/waiver-sheet.tsx'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import type { PagePart } from '#app/trade/lookup/domain/places-of.ts'
import { OtherSeller } from '#app/trade/opening/ui/other-seller.tsx'
import { RefundRequest } from '#app/trade/refunds/ui/refund-request.tsx'
import { RefundWallet } from '#app/trade/refunds/ui/refund-wallet.tsx'
import { WaysOut } from '#app/trade/refunds/ui/ways-out.tsx'
import { DatesSheet, ExtensionRequestForm } from '#app/trade/terms/ui/dates-sheet.tsx'
import { TermsSheet } from '#app/trade/terms/ui/terms-sheet.tsx'
import { EscrowDocuments } from './escrow-documents.tsx'
import { EscrowFactsSheet } from './escrow-facts.tsx'
import { EscrowTrack } from './escrow-track.tsx'
import { OnchainFactsSheet } from './onchain/onchain-facts.tsx'
import { NOTHING_SENT, OnchainTasks } from './onchain/onchain-tasks.tsx'
import type { OnchainPartView } from './onchain/onchain-view.ts'
import { RecoverySheet } from './onchain/recovery-sheet.tsx'
import { Confirmation } from './page/confirmation.tsx'
import { DepositSheet } from './page/deposit-sheet.tsx'
import { Invite } from './page/invite.tsx'
import { PayoutWallets } from './page/payout-wallets.tsx'
import { ViewLinks } from './sharing/view-links.tsx'

export { TermsSheet } from '#app/trade/terms/ui/terms-sheet.tsx'
export { RejectedVersions } from './escrow-documents.tsx'
export { EscrowTrack } from './escrow-track.tsx'
export { OtherDeposits } from './onchain/other-deposits.tsx'
export { ShareEscrow } from './sharing/share-escrow.tsx'
export { Sure } from './sure.tsx'

/** Parts that a route renders itself. */
export type OwnPart = 'pay' | 'decision' | 'present'

export type PartProps = SettlingProps<PartyView> & {
  /** QR code of the payment request, for the buyer. */
  qr: QrDrawing | null
  /** URL of the escrow for both sides, for the message to the seller. Null: not the buyer's page. */
  link: string | null
  /** The on-chain escrow and the reader's tasks. Null: Quayside holds the money. */
  held: OnchainPartView | null
}

const PARTS: Record<Exclude<PagePart, OwnPart>, ComponentType<PartProps & { reader: Reader }>> = {
  time_request: ExtensionRequestForm,
  other_wallet: OtherWallet,
  held: OnchainTask,
  paid_out: PaidOut,
  dispute: DisputeSheet,
  division: DivisionSheet,
  refund: RefundRequest,
  waiver: WaiverSheet,
  unreadable: UnreadableSheet,
  terms: TermsSheet,
  documents: EscrowDocuments,
  wallets: PayoutWallets,
  invite: Invite,
  refund_wallet: RefundWallet,
  change_wallet: ChangeWallet,
  other_seller: OtherSeller,
  ways_out: WaysOut,
  facts: EscrowFactsSheet,
  held_facts: OnchainFacts,
  dates: DatesSheet,
  rounds: PresentationsSheet,
  deposit: DepositSheet,
  confirmation: Confirmation,
  history: EscrowTrack,
  view_links: ViewLinks,
}

function OnchainTask({ held }: PartProps) {
  const isBusy = useNavigation().state !== 'idle'
  return (
    held && (
      <div id="held">
        <OnchainTasks held={held} sent={{ ...NOTHING_SENT, isBusy }} />
      </div>
    )
  )
}

/** The on-chain escrow's data, and the recovery without Quayside. */
function OnchainFacts({ held }: PartProps) {
  if (!held) return null
  const { lapse, ...known } = held
  return (
    <>
      <OnchainFactsSheet {...known} hasLapsed={lapse !== null} />
      {known.step === 'locked' && <RecoverySheet escrow={known.escrow} />}
    </>
  )
}

export function Part({ part, ...props }: PartProps & { part: Exclude<PagePart, OwnPart> }) {
  const Chosen = PARTS[part]
  return <Chosen {...props} reader={props.escrow.reader} />
}
