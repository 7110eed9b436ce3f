/** In one file for the browser (late/late.tsx). */
export { HintsNote } from '#app/ui/documents/hints-note.tsx'
export { StatedFactsFields } from '#app/ui/documents/stated-facts.tsx'
export { ConfirmationReceived } from './confirmation-received.tsx'
export { HoldNote } from './hold-note.tsx'
export { MyEscrows } from './my-escrows.tsx'
export { RejectionNote } from './rejection-note.tsx'
