/** The two sides of an escrow, and who of them is looking: what a sentence says depends on it. */
export type Reader = 'buyer' | 'seller'
