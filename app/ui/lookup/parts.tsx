/** Everything about ends other than a release, in one file for the browser (later.tsx). */
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import { DatesSheet } from '#app/ui/agreement/dates-sheet.tsx'
import { TermsSheet } from '#app/ui/agreement/terms-sheet.tsx'
import { DisputeSheet } from '#app/ui/disputes/dispute-sheet.tsx'
import { DivisionSheet } from '#app/ui/divisions/division-sheet.tsx'
import { RoundsSheet } from '#app/ui/documents/rounds-sheet.tsx'
import { UnreadableSheet } from '#app/ui/documents/unreadable-sheet.tsx'
import { WaiverSheet } from '#app/ui/documents/waiver-sheet.tsx'
import type { SettlingProps } from '#app/ui/escrow/settle-form.tsx'
import { OtherSeller } from '#app/ui/opening/other-seller.tsx'
import { ChangeWallet } from '#app/ui/payouts/change-wallet.tsx'
import { OtherWallet } from '#app/ui/payouts/other-wallet.tsx'
import { PaidOut } from '#app/ui/payouts/paid-out.tsx'
import { RefundRequest } from '#app/ui/refunds/refund-request.tsx'
import { RefundWallet } from '#app/ui/refunds/refund-wallet.tsx'
import { WaysOut } from '#app/ui/refunds/ways-out.tsx'
import { ViewLinks } from './sharing/view-links.tsx'

export { RejectedVersions } from './escrow-documents.tsx'
export { EscrowTrack } from './escrow-track.tsx'
export { ShareEscrow } from './sharing/share-escrow.tsx'
export { Sure } from './sure.tsx'

const PARTS = {
  ChangeWallet,
  DatesSheet,
  DisputeSheet,
  DivisionSheet,
  OtherSeller,
  OtherWallet,
  PaidOut,
  RefundRequest,
  RefundWallet,
  RoundsSheet,
  TermsSheet,
  UnreadableSheet,
  ViewLinks,
  WaiverSheet,
  WaysOut,
}

export type PartProps = SettlingProps<EscrowView> & { part: keyof typeof PARTS }

export function Part({ part, ...props }: PartProps) {
  const Chosen = PARTS[part]
  return <Chosen {...props} />
}
