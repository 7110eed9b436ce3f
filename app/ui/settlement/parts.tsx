/** Everything about ends other than a release, in one file for the browser (later.tsx). */
import { DisputeSheet } from './dispute-sheet.tsx'
import { OtherWallet } from './other-wallet.tsx'
import { PaidOut } from './paid-out.tsx'
import { RefundRequest } from './refund-request.tsx'
import { RefundWallet } from './refund-wallet.tsx'
import type { SettlingProps } from './settle-form.tsx'
import { WaysOut } from './ways-out.tsx'

export { Sure } from './sure.tsx'

const PARTS = { DisputeSheet, OtherWallet, PaidOut, RefundRequest, RefundWallet, WaysOut }

export type PartProps = SettlingProps & { part: keyof typeof PARTS }

export function Part({ part, ...props }: PartProps) {
  const Chosen = PARTS[part]
  return <Chosen {...props} />
}
