import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { formatAmount, formatInField, formatMoment } from '#app/kernel/i18n/format.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Choice } from '#app/kernel/ui/forms/choice.tsx'
import type { Problem } from '#app/kernel/ui/forms/error-summary.tsx'
import { TextArea } from '#app/kernel/ui/forms/field.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import type { Decision } from '#app/trade/disputes/domain/decision.ts'
import type { DivisionView } from '#app/trade/divisions/domain/divisions-view.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import type { TypedDisputeDecision } from './form.server.ts'
import { SplitShare } from './split-share.tsx'

type DecisionFormProps = {
  view: EscrowView
  problem: Problem | null
  typed: TypedDisputeDecision | undefined
  /** A party's offer that prefills the form until something is typed. */
  offered?: DivisionView | null
  isBusy: boolean
}

const DECISIONS: readonly Decision[] = ['release', 'refund', 'split', 'dismissed']

export function DisputeDecisionForm({ view, problem, typed: sent, offered = null, isBusy }: DecisionFormProps) {
  const { t: common, i18n } = useTranslation()
  const t = useAdmin()
  const amount = formatAmount(view.amount, view.currency, i18n.language)
  const typed = sent ?? (offered ? asOffered(offered, i18n.language) : undefined)
  const errorOf = (field: string) => (problem?.field === field ? problem.text : null)
  const options = DECISIONS.map((value) => {
    const obstacle = obstacleTo(value, view)
    const ofCustody = consequenceOf(value, view)
    const consequence = ofCustody
      ? common(ofCustody, { time: formatMoment(view.custody.backAt ?? '', i18n.language) })
      : t(obstacle ? `decide.${obstacle}` : `decide.${value}What`, { amount })
    return { value, label: t(`decide.${value}`), consequence, disabled: obstacle !== null || ofCustody === UNDIVIDED }
  })
  return (
    <Sheet id="decide" title={common('lookup.decision.title')} noPrint>
      {offered && !sent && <Note role="status">{t('dispute.filled')}</Note>}
      <Form method="post" className="decision">
        <Choice
          name="decision"
          legend={t('decide.legend')}
          options={options}
          defaultValue={typed?.decision ?? undefined}
          error={errorOf('decision')}
        />
        <div className="only only--split">
          <SplitShare view={view} typed={typed} error={errorOf('sellerAmount')} />
        </div>
        <div className="only">
          <TextArea
            name="note"
            rows={5}
            label={t('decide.note')}
            hint={t('decide.noteHint')}
            error={errorOf('note')}
            defaultValue={typed?.note ?? ''}
          />
        </div>
        <Actions after>
          <Button disabled={isBusy}>{isBusy ? t('decide.working') : t('decide.next')}</Button>
        </Actions>
      </Form>
    </Sheet>
  )
}

/** The decision that equals a party's offer. */
export function decisionOf({ seller, buyer }: Pick<DivisionView, 'seller' | 'buyer'>): Exclude<Decision, 'dismissed'> {
  if (buyer === '0') return 'release'
  return seller === '0' ? 'refund' : 'split'
}

/** As if the operator had typed it, but without reasons: these are the operator's own. */
function asOffered(offer: DivisionView, language: string): TypedDisputeDecision {
  const decision = decisionOf(offer)
  const sellerAmount = decision === 'split' ? formatInField(offer.seller, language) : ''
  return { decision, sellerAmount, sellerAmountRead: '', note: '' }
}

const UNDIVIDED = 'held.final.division'

/** Not every custody can divide the money, or return it before its date. Null: no such limit. */
function consequenceOf(decision: Decision, { custody }: EscrowView) {
  if (decision === 'split' && !custody.isDivisible) return UNDIVIDED
  return decision === 'refund' && custody.backAt !== null ? 'held.back' : null
}

/** A missing wallet rules out the decisions that would pay to it. */
export function obstacleTo(decision: Decision, view: EscrowView): 'needsSeller' | 'needsBuyer' | 'needsBoth' | null {
  if (decision === 'release') return view.payoutWallet ? null : 'needsSeller'
  if (decision === 'refund') return view.refundWallet ? null : 'needsBuyer'
  if (decision === 'split') return view.payoutWallet && view.refundWallet ? null : 'needsBoth'
  return null
}
