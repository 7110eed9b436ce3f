import type { Asset } from '#app/kernel/domain/assets.ts'

/** The currencies with on-chain escrow, and the preset day. */
export type OnchainChoice = { assets: Asset[]; until: string }
