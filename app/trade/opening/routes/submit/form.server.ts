/** Takes the forms of /submit: one step, or all fields in one POST. */

import { refuseStill } from '#app/accounts/web/viewer.server.ts'
import { readFormToken } from '#app/kernel/web/forms/form-token.server.ts'
import { type Form, type FormFields, FormTooLarge } from '#app/kernel/web/forms/read-form.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { CONTRACT_KINDS } from '#app/trade/documents/domain/documents.ts'
import { readUploadForm } from '#app/trade/documents/web/upload-form.server.ts'
import { findPaying } from '#app/trade/opening/queries/submit-page.server.ts'
import { countContracts } from '#app/trade/opening/web/count-contracts.server.ts'
import { saveDraft } from '#app/trade/opening/workflows/drafting/save-draft.server.ts'
import { accident, cameWithFile, open, refusedFiles, type SubmitOutcome } from './outcome.server.ts'
import { typedIn } from './steps/draft-fields.server.ts'
import { FIELDS, firstOf, stepNamed } from './steps/steps.ts'
import { type Stepped, takeSubmitStep } from './steps/take-step.server.ts'
import { readSubmission, type SubmittingBuyer } from './submission.server.ts'

type Answer = Stepped | { tooLarge: true; fields: FormFields }

/** Throws a 400 Response if the body is no form. */
export async function submitTransaction(request: Request, buyer: SubmittingBuyer): Promise<Answer> {
  const files = { contract: { kinds: CONTRACT_KINDS, maxBytes: config.uploadMaxBytes, maxCount: 1 } }
  const contracts = countContracts(buyer.id)
  const form = await readUploadForm(request, { userId: buyer.id, files, mayTake: contracts.mayTake })
  if (form instanceof FormTooLarge) return { tooLarge: true, fields: form.fields }
  const answer = await submit(form, buyer)
  if ('refusals' in answer) await contracts.returnAfterOutage(answer.refusals)
  // Also after success: when the form was sent twice, the first escrow has its contract already.
  await form.discard()
  return answer
}

/** Any failure means that no escrow was opened (spec §8). */
async function submit(form: Form, buyer: SubmittingBuyer): Promise<Stepped> {
  const step = stepNamed(form.fields.get('step'))
  try {
    const still = refuseStill(buyer)
    if (still) return { refusals: [still], status: 400, step: step ?? 'trade', fields: form.fields }
    return step === null ? await submitWhole(form, buyer) : await takeSubmitStep(form, { buyer, step })
  } catch (error) {
    return { ...accident(error, buyer.id), step: step ?? 'trade', fields: form.fields }
  }
}

/** All fields in one POST. A refused form becomes a draft, so that nothing is lost. */
async function submitWhole(form: Form, buyer: SubmittingBuyer): Promise<Stepped> {
  const { fields } = form
  const outcome = await readAndOpen(form, buyer)
  if ('transactionId' in outcome) return outcome
  const token = readFormToken(fields)
  const isLost = form.trouble !== null || refusedFiles(form).length > 0
  const names = [...FIELDS.trade, ...FIELDS.dates]
  const drafted = { names, typed: typedIn(fields, names), contract: isLost ? null : (form.uploads[0] ?? null) }
  if (token) await saveDraft(deps, { userId: buyer.id, token, ...drafted })
  const step = firstOf(outcome.refusals)
  const isFileLost = cameWithFile(form) && (isLost || !token)
  return { ...outcome, step: step === 'check' ? 'trade' : step, fields, isFileLost }
}

async function readAndOpen(form: Form, buyer: SubmittingBuyer): Promise<SubmitOutcome> {
  const { fields, uploads, trouble } = form
  const paying = await findPaying(deps.db, buyer.id)
  const read = readSubmission(fields, { buyer, paying, contract: uploads[0] ?? null, isShownNext: false })
  const notTaken = refusedFiles(form)
  const wrong = 'missing' in read ? [...read.missing, ...notTaken] : notTaken
  if (trouble) {
    const failed = accident(trouble, buyer.id)
    return { ...failed, refusals: [...failed.refusals, ...wrong] }
  }
  return 'missing' in read || wrong.length > 0 ? { refusals: wrong, status: 400 } : open(read)
}
