import { TERMS_SUPPLEMENT } from '#app/accounts/domain/service-terms.ts'
import { isRefusal, type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { isFormToken, issueFormToken } from '#app/kernel/web/forms/form-token.server.ts'
import type { Form, FormFields } from '#app/kernel/web/forms/read-form.server.ts'
import { deps } from '#app/runtime.server.ts'
import { openedByForm, readDraft } from '#app/trade/opening/queries/drafts.server.ts'
import { findPaying, findSaved } from '#app/trade/opening/queries/submit-page.server.ts'
import { countNaming } from '#app/trade/opening/web/count-naming.server.ts'
import { checkSubmission } from '#app/trade/opening/workflows/check-submission.server.ts'
import { countStep, saveDraft } from '#app/trade/opening/workflows/drafting/save-draft.server.ts'
import { handOutForm } from '#app/trade/opening/workflows/hand-out-form.server.ts'
import type { EscrowSubmission } from '#app/trade/opening/workflows/submission.ts'
import { accident, cameWithFile, open, refusedFiles } from '../outcome.server.ts'
import { readSubmission, type SubmittingBuyer } from '../submission.server.ts'
import { digestOf, draftFieldsOf, typedIn } from './draft-fields.server.ts'
import {
  addressOf,
  FIELDS,
  type FilledStep,
  fieldPlaceOf,
  firstOf,
  SUBMIT_STEPS,
  type SubmitStep,
  stepNamed,
  stepOf,
} from './steps.ts'

/** `step`: of the refusals. `fields`: the whole draft. `isFileLost`: the contract that was sent could not be kept. */
export type Stepped =
  | { transactionId: string }
  | { next: string }
  | { refusals: Refusal[]; status: number; step: SubmitStep; fields: FormFields; isFileLost?: boolean }

/** Takes the form of one step. Typed values are kept, also after a refusal. */
export async function takeSubmitStep(
  form: Form,
  { buyer, step }: { buyer: SubmittingBuyer; step: SubmitStep },
): Promise<Stepped> {
  const sent = form.fields.get('formToken')
  const asked = isFormToken(sent) ? sent : issueFormToken()
  const { token } = await handOutForm(deps, { userId: buyer.id, token: asked })
  if (step !== 'check') return takeFilled(form, { buyer, step, token })
  // The form may have opened its escrow before.
  const opened = token === asked ? null : await openedByForm(deps.db, { userId: buyer.id, token: asked })
  return opened ? { transactionId: opened } : openDraft(form.fields, { buyer, token })
}

type OfDraft = { buyer: SubmittingBuyer; token: string }

async function takeFilled(form: Form, { buyer, step, token }: OfDraft & { step: FilledStep }): Promise<Stepped> {
  const { fields, uploads, trouble } = form
  const key = { userId: buyer.id, token }
  const unread = refusedFiles(form)
  const upload = trouble || unread.length > 0 ? null : (uploads[0] ?? null)
  const isDropped = fields.get('press') === 'dropContract'
  const names = FIELDS[step]
  const saved = await saveDraft(deps, {
    ...key,
    names,
    typed: typedIn(fields, names),
    contract: step === 'trade' ? (upload ?? (isDropped ? 'none' : null)) : null,
  })
  const { draft } = saved
  if (isDropped) return { next: addressOf(step, { token, ...nextIn(fields) }) }
  const typed = draftFieldsOf(draft)
  const accidents = trouble ? accident(trouble, buyer.id) : null
  const refusals = [
    ...(accidents?.refusals ?? []),
    ...unread,
    ...(saved.refusal ? [saved.refusal] : []),
    ...(await wrongAt(step, { typed, buyer, contract: draft.contract })),
  ]
  const filled = fieldPlaceOf(step) + 1
  if (refusals.length > 0) {
    await countStep(deps, { ...key, steps: Math.min(draft.steps, fieldPlaceOf(step)) })
    const isFileLost = cameWithFile(form) && draft.contract === null
    return { refusals, status: accidents?.status ?? 400, step, fields: typed, isFileLost }
  }
  const steps = Math.max(draft.steps, filled)
  await countStep(deps, { ...key, steps })
  const { next } = nextIn(fields)
  const following = SUBMIT_STEPS[filled] ?? 'check'
  return { next: addressOf(next && steps >= fieldPlaceOf(next) ? next : following, { token }) }
}

function nextIn(fields: FormFields): { next?: SubmitStep } {
  const next = stepNamed(fields.get('next'))
  return next ? { next } : {}
}

type Typed = { typed: FormFields; buyer: SubmittingBuyer; contract: EscrowSubmission['contract'] }

/** Problems of a step, as far as they can be known before the escrow is opened. */
async function wrongAt(step: FilledStep, { typed, buyer, contract }: Typed): Promise<Refusal[]> {
  const isHere = ({ field }: Refusal) => (field === undefined ? step === 'trade' : stepOf(field) === step)
  const paying = await findPaying(deps.db, buyer.id)
  const read = readSubmission(typed, { buyer, paying, contract, isShownNext: true })
  if ('missing' in read) return read.missing.filter(isHere)
  const submission = { ...read, seenSupplement: TERMS_SUPPLEMENT }
  const who = { userId: buyer.id, email: step === 'trade' ? read.sellerEmail : '' }
  const checked = await countNaming(who, () => checkSubmission(deps, submission))
  return isRefusal(checked) && isHere(checked) ? [checked] : []
}

async function openDraft(sent: FormFields, { buyer, token }: OfDraft): Promise<Stepped> {
  const key = { userId: buyer.id, token }
  const draft = await readDraft(deps.db, key)
  if (!draft || draft.steps < fieldPlaceOf('check')) return { next: addressOf('trade', { token }) }
  const fields = draftFieldsOf(draft)
  // Opens only what the check step has shown.
  if (sent.get('seen') !== digestOf(draft, await findSaved(deps.db, buyer.id))) {
    return { refusals: [refuse('draft_changed')], status: 409, step: 'check', fields }
  }
  const paying = await findPaying(deps.db, buyer.id)
  const read = readSubmission(fields, { buyer, paying, contract: draft.contract, isShownNext: true })
  const outcome =
    'missing' in read
      ? { refusals: read.missing, status: 400 }
      : await open({ ...read, formToken: token, seenSupplement: sent.get('seenSupplement') })
  if ('transactionId' in outcome) return outcome
  const step = firstOf(outcome.refusals)
  if (step !== 'check') await countStep(deps, { ...key, steps: fieldPlaceOf(step) })
  return { ...outcome, step, fields }
}
