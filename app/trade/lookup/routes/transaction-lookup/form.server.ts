/** Reads the decision form. */

import { APPROVALS, type Approval } from '#app/escrow/domain/escrow.ts'
import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { DISCREPANCIES } from '#app/trade/documents/domain/discrepancy-notice.ts'
import { PRESENTED_TYPES } from '#app/trade/documents/domain/documents.ts'
import type { DocumentReview } from '#app/trade/documents/workflows/review-documents.server.ts'

export type BuyerDecision = Omit<DocumentReview, 'buyerId' | 'escrowId'> & {
  /** Second step of an approval: the confirmation page has named amount and wallet. */
  isSure: boolean
}

/** Null: unknown status. */
export function readBuyerDecision(fields: FormFields): BuyerDecision | null {
  const approval = fields.get('approval')
  if (!isApproval(approval)) return null
  const ticked = fields.getAll('rejected')
  const rejected = PRESENTED_TYPES.filter((type) => ticked.includes(type))
  return {
    approval,
    reason: fields.get('reason'),
    rejected,
    marks: rejected.map((type) => {
      const reasons = fields.getAll(`reasons-${type}`)
      return {
        type,
        reasons: DISCREPANCIES.filter((code) => reasons.includes(code)),
        words: fields.get(`words-${type}`),
      }
    }),
    seenWallet: { address: fields.get('seenAddress'), memo: fields.get('seenMemo') || null },
    seenDocuments: fields.get('seenDocuments').split(' ').filter(Boolean),
    seenDecision: fields.get('seenDecision'),
    hasCheckedWallet: fields.isTicked('checkedWallet'),
    isSure: fields.get('sure') === 'yes',
  }
}

function isApproval(value: string): value is Approval {
  return (APPROVALS as readonly string[]).includes(value)
}
