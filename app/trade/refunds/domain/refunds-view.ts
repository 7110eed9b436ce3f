import type { Wallet } from '#app/kernel/domain/wallet.ts'

/** 'decided': by the operator's decision in a dispute, whatever it was. */
export const REFUND_ANSWERS = ['agreed', 'declined', 'withdrawn', 'decided'] as const
export type RefundAnswer = (typeof REFUND_ANSWERS)[number]

/** Null while nobody has answered. */
export function refundAnswerOf(text: string | null): RefundAnswer | null {
  return REFUND_ANSWERS.find((answer) => answer === text) ?? null
}

/** A refund request that was answered or withdrawn. */
export type PastRequest = {
  reason: string
  askedAt: string
  answer: RefundAnswer
  answeredAt: string
  answerReason: string
}

export type RefundsView = {
  /** The open request. */
  refundRequest: { reason: string; askedAt: string } | null
  /** Newest first. */
  pastRequests: PastRequest[]
  /** Owed to the buyer beside the settlement, and not on its way yet. Plain decimal. */
  owedBack: string
  /** Where the buyer wants money back, and the default of the form for it. Null for the seller. */
  refundWallet: (Wallet & { statedAt: string }) | null
  suggestedWallet: Wallet | null
}
