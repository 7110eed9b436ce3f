/** Opens an escrow from a form, and explains failures. */

import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { formatInField, formatUsd, notationOf } from '#app/kernel/i18n/format.ts'
import type { Language } from '#app/kernel/i18n/languages.ts'
import type { Form } from '#app/kernel/web/forms/read-form.server.ts'
import { reportError } from '#app/kernel/web/http/page-errors.server.ts'
import { deps } from '#app/runtime.server.ts'
import { refuseUnreadable } from '#app/trade/documents/domain/unreadable.ts'
import { refuseForStorage } from '#app/trade/documents/web/refuse-for-storage.server.ts'
import { countNaming } from '#app/trade/opening/web/count-naming.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import type { EscrowSubmission } from '#app/trade/opening/workflows/submission.ts'

export type SubmitOutcome = { transactionId: string } | { refusals: Refusal[]; status: number }

/** Problems with the contract. It must be readable, because the seller agrees to it. */
export function refusedFiles({ problems, uploads }: Form): Refusal[] {
  const unreadable = uploads.flatMap(({ field, fileName, trouble }) =>
    trouble ? [refuseUnreadable({ field, fileName, trouble })] : [],
  )
  return [...problems, ...unreadable]
}

/** True if a contract was sent, accepted or not. */
export function cameWithFile({ uploads, problems, trouble }: Form): boolean {
  return uploads.length > 0 || problems.length > 0 || trouble !== null
}

/** Numbers in the page's notation; balances without digit groups, as in the specification's sentence. */
export function inPageNotation(refusal: Refusal, language: Language): Refusal {
  if (refusal.refused === 'fee_too_small') return { ...refusal, values: inDollars(refusal.values, language) }
  const { balance, required } = refusal.values ?? {}
  if (notationOf(language).decimal === '.') return refusal
  if (refusal.refused !== 'xlm_balance_low' || !balance || !required) return refusal
  const values = { balance: formatInField(balance, language), required: formatInField(required, language) }
  return { ...refusal, values }
}

function inDollars(values: Refusal['values'], language: Language): NonNullable<Refusal['values']> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, usd]) => [name, formatUsd(String(usd), language)]))
}

/** Opens the escrow; rate-limited, so that nobody can probe which addresses have an account. */
export async function open(submission: EscrowSubmission): Promise<SubmitOutcome> {
  const who = { userId: submission.buyerId, email: submission.sellerEmail }
  const opened = await countNaming(who, () => openEscrow(deps, submission))
  return isRefusal(opened) ? { refusals: [opened], status: 400 } : opened
}

/** Logs the failure. Returns the spec's sentence, and for a storage failure what to do. Nothing was written. */
export function accident(error: unknown, userId: string): { refusals: Refusal[]; status: number } {
  reportError(error, { user: userId }, 'escrow opening failed')
  const failed = refuse('submit_failed')
  const why = refuseForStorage(error)
  return { refusals: why ? [failed, why.refusal] : [failed], status: why?.status ?? 500 }
}
