import type { Asset } from '#app/kernel/domain/assets.ts'

/** The currencies that their ledger can hold here, and the day with which the form begins. */
export type HeldChoice = { assets: Asset[]; until: string }
