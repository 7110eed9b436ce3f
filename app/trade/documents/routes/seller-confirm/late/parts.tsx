/** One chunk for the browser (late/late.tsx). */
export { ChecksNote } from '#app/trade/documents/ui/checks-note.tsx'
export { StatedFactsFields } from '#app/trade/documents/ui/stated-facts.tsx'
export { ConfirmationReceived } from './confirmation-received.tsx'
export { MyEscrows } from './my-escrows.tsx'
export { OnchainNote } from './onchain-note.tsx'
export { RejectionNote } from './rejection-note.tsx'
