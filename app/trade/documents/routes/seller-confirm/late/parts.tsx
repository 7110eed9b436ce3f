/** One chunk for the browser (late/late.tsx). */
export { ChecksNote } from '#app/trade/documents/ui/hints-note.tsx'
export { StatedFactsFields } from '#app/trade/documents/ui/stated-facts.tsx'
export { ConfirmationReceived } from './confirmation-received.tsx'
export { OnchainNote } from './hold-note.tsx'
export { MyEscrows } from './my-escrows.tsx'
export { RejectionNote } from './rejection-note.tsx'
