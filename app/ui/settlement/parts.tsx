/** Everything about ends other than a release, in one file for the browser (later.tsx). */
export { DisputeSheet } from './dispute-sheet.tsx'
export { PaidOut } from './paid-out.tsx'
export { RefundRequest } from './refund-request.tsx'
export { RefundWallet } from './refund-wallet.tsx'
export { Sure } from './sure.tsx'
export { WaysOut } from './ways-out.tsx'
