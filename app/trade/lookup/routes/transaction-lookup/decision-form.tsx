import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { APPROVALS } from '#app/escrow/domain/escrow.ts'
import { shortAddress } from '#app/kernel/domain/wallet.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'
import { Choice, OnlyWhen } from '#app/kernel/ui/forms/choice.tsx'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { TextArea } from '#app/kernel/ui/forms/field.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { mustBeChecked } from '#app/settlement/payouts/domain/expectation.ts'
import type { Mark } from '#app/trade/documents/domain/discrepancy-notice.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { AlsoReleased } from './also-released.tsx'
import { consequencesOf } from './decision-words.ts'
import { MarkDocuments } from './mark-documents.tsx'
import type { TypedDecision } from './review.server.ts'
import { SeenDocuments } from './seen-documents.tsx'

type DecisionFormProps = {
  escrow: EscrowView
  problem: Problem | null
  typed?: TypedDecision
  isBusy: boolean
}

/** The approval form, with the effect of each status on the money. */
export function DecisionForm({ escrow, problem, typed, isBusy }: DecisionFormProps) {
  const { t, i18n } = useTranslation()
  const { payoutWallet: wallet, approval } = escrow
  const { decision } = escrow.parts
  if (decision.is === 'closed' || !wallet) {
    const why = decision.is === 'closed' ? decision.why : 'waits'
    return (
      <Sheet id="decision" title={t('lookup.decision.title')}>
        <p>{t(`lookup.decision.${why}`, { status: t(`lookup.decision.${approval}`) })}</p>
      </Sheet>
    )
  }
  // An earlier notice about the same files may be repeated.
  const before = escrow.examination.notice ?? escrow.examination.before
  const errorOf = (field: string) => (problem?.field === field ? problem.text : null)
  const consequences = consequencesOf(decision, { t, escrow, language: i18n.language })
  return (
    <Sheet id="decision" title={t('lookup.decision.title')} noPrint>
      <Form method="post" className="decision">
        <input type="hidden" name="txid" value={escrow.transactionId} />
        <input type="hidden" name="seenAddress" value={wallet.address} />
        <input type="hidden" name="seenMemo" value={wallet.memo ?? ''} />
        <SeenDocuments ids={escrow.documents.map((document) => document.id)} decidedAt={escrow.times.decidedAt} />
        <AlsoReleased escrow={escrow} />
        <Choice
          name="approval"
          legend={t('lookup.decision.legend')}
          options={APPROVALS.map((value) => ({
            value,
            label: t(`lookup.decision.${value}`),
            consequence: consequences[value],
          }))}
          defaultValue={typed?.approval ?? approval}
          error={errorOf('approval')}
        />
        <OnlyWhen chosen="Rejected">
          <TextArea
            name="reason"
            rows={3}
            label={t('lookup.decision.reason')}
            hint={t('lookup.settle.refund.reasonHint')}
            error={errorOf('reason')}
            defaultValue={typed?.reason ?? before?.reason ?? escrow.rejectionReason ?? ''}
          />
          <MarkDocuments escrow={escrow} marks={typed?.marks ?? before?.marks ?? marksOf(escrow)} errorOf={errorOf} />
        </OnlyWhen>
        {mustBeChecked(wallet.expectation) && (
          <OnlyWhen chosen="Approved">
            <Checkbox
              name="checkedWallet"
              label={t('lookup.decision.checked', { wallet: shortAddress(wallet.address) })}
              error={errorOf('checkedWallet')}
            />
          </OnlyWhen>
        )}
        <Actions after>
          <Button name="intent" value="review" disabled={isBusy}>
            {isBusy ? t('lookup.decision.updating') : t('lookup.decision.update')}
          </Button>
        </Actions>
      </Form>
    </Sheet>
  )
}

/** Marks of an old rejection without stored marks. */
function marksOf({ rejectedTypes }: EscrowView): Mark[] {
  return rejectedTypes.map((type) => ({ type, reasons: [], words: '' }))
}
