import type { Wallet } from '#app/kernel/domain/wallet.ts'

/** How a request for a refund ended; 'decided': by the operator's decision in a dispute, whichever it was. */
export const REFUND_ANSWERS = ['agreed', 'declined', 'withdrawn', 'decided'] as const
export type RefundAnswer = (typeof REFUND_ANSWERS)[number]

/** Null while nobody has answered. */
export function refundAnswerOf(text: string | null): RefundAnswer | null {
  return REFUND_ANSWERS.find((answer) => answer === text) ?? null
}

/** The buyer's question for the money back, which the seller has answered or the buyer withdrawn. */
export type PastRequest = {
  reason: string
  askedAt: string
  answer: RefundAnswer
  answeredAt: string
  answerReason: string
}

/** What the buyer asked back or is owed. */
export type ShownRefunds = {
  /** The buyer's question that is open. */
  refundRequest: { reason: string; askedAt: string } | null
  /** Newest first. */
  pastRequests: PastRequest[]
  /** What is owed back to the buyer beside the settlement, and not on its way yet. Plain decimal. */
  owedBack: string
  /** Where the buyer wants money back, and what a form for it begins with. Null for the seller. */
  refundWallet: (Wallet & { statedAt: string }) | null
  suggestedWallet: Wallet | null
}
