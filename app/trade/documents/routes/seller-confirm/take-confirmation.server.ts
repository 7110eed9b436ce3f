/** Handles the seller's form: a confirmed shipment, or the problems and the typed values. */
import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { askTurnstile } from '#app/accounts/web/captcha.server.ts'
import { refuseStill } from '#app/accounts/web/viewer.server.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { type Form, type FormFields, FormTooLarge } from '#app/kernel/web/forms/read-form.server.ts'
import { shownWallets } from '#app/kernel/web/forms/shown-wallets.ts'
import { orRefuse } from '#app/kernel/web/http/or-refuse.server.ts'
import { reportError } from '#app/kernel/web/http/page-errors.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { refuseForStorage } from '#app/trade/documents/web/refuse-for-storage.server.ts'
import { readUploadForm } from '#app/trade/documents/web/upload-form.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { removeDocument } from '#app/trade/documents/workflows/remove-document.server.ts'
import { confirmProblemsOf, fileRules, readTypedConfirmation, type Typed, toConfirmation } from './form.server.ts'

export type Refused = { problems: Refusal[]; status: number; typed: Typed | null }
type Answer = { confirmed: string } | { deleted: string } | { asked: FormFields } | Refused

/**
 * Confirms the shipment, or deletes the document that the form names. `asked`: a form with an `intent`, for another
 * handler. Throws a 400 Response if the body is no form.
 */
export async function takeConfirmation(request: Request, seller: Viewer): Promise<Answer> {
  const { id: sellerId } = seller
  const form = await readUploadForm(request, { userId: sellerId, files: fileRules(config.uploadMaxBytes) })
  if (form instanceof FormTooLarge) {
    return {
      problems: [refuse('upload_too_large')],
      status: 413,
      typed: shownTyped(readTypedConfirmation(form.fields)),
    }
  }
  if (form.fields.has('intent')) {
    await form.discard()
    return { asked: form.fields }
  }
  const documentId = form.fields.get('delete')
  const still = refuseStill(seller)
  try {
    if (still) return { problems: [still], status: 400, typed: shownTyped(readTypedConfirmation(form.fields)) }
    return documentId === '' ? await confirm(form, { request, sellerId }) : await remove(documentId, sellerId)
  } finally {
    // Also after success: when the form was sent twice, the files of the first one are stored already.
    await form.discard()
  }
}

async function remove(documentId: string, sellerId: string): Promise<Answer> {
  const removed = await orRefuse(removeDocument(deps, { documentId, sellerId }), 'settle_failed')
  return isRefusal(removed) ? { problems: [removed], status: 400, typed: null } : { deleted: removed.transactionId }
}

async function confirm(form: Form, from: { request: Request; sellerId: string }): Promise<Answer> {
  const typed = readTypedConfirmation(form.fields)
  try {
    if (form.trouble) throw form.trouble
    const wrong = confirmProblemsOf(form)
    const problems = wrong.length > 0 ? wrong : await robotProblems(from.request, form)
    if (problems.length > 0) return { problems, status: 400, typed: shownTyped(typed, problems) }
    const confirmed = await confirmShipment(deps, toConfirmation(form, from.sellerId))
    if (isRefusal(confirmed)) return { problems: [confirmed], status: 400, typed: shownTyped(typed, [confirmed]) }
    return { confirmed: confirmed.transactionId }
  } catch (error) {
    reportError(error, { user: from.sellerId }, 'shipment confirmation not stored')
    const failed = refuse('upload_failed')
    const why = refuseForStorage(error)
    return { problems: why ? [failed, why.refusal] : [failed], status: why?.status ?? 500, typed: shownTyped(typed) }
  }
}

function shownTyped(typed: Typed, problems: readonly Refusal[] = []): Typed {
  const { walletAddress, walletMemo } = typed
  return { ...typed, ...shownWallets({ walletAddress, walletMemo }, problems) }
}

async function robotProblems(request: Request, { fields }: Form): Promise<Refusal[]> {
  const verdict = await askTurnstile(request, fields)
  if (verdict === 'passed') return []
  return [refuse(verdict === 'failed' ? 'captcha_required' : 'captcha_unavailable', { field: 'captcha' })]
}
