/** The side of an escrow that is looking: what a sentence says depends on it. */
export type Reader = 'buyer' | 'seller'
