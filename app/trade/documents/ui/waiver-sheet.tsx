import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { SettleForm, type SettlingProps, shownIn } from '#app/escrow/ui/settle-form.tsx'
import { shortAddress } from '#app/kernel/domain/wallet.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'
import { TextArea } from '#app/kernel/ui/forms/field.tsx'
import { FormDisclosure } from '#app/kernel/ui/frames/form-disclosure.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { Quote } from '#app/kernel/ui/text/quote.tsx'
import { mustBeChecked } from '#app/settlement/payouts/domain/expectation.ts'
import type { PayoutsView } from '#app/settlement/payouts/domain/payout-view.ts'
import type { PapersView } from '#app/trade/documents/domain/file-view.ts'
import type { ExaminationView } from '#app/trade/documents/domain/presentations-view.ts'

type Shown = EscrowDetails & ExaminationView & PapersView & PayoutsView

/** After a notice: whether a presentation is left, and the request to accept the documents as they are. */
export function WaiverSheet({ escrow, refused }: SettlingProps<Shown>) {
  const { t } = useTranslation()
  const { notice, may } = escrow.examination
  const isLast = escrow.parts.rounds.left === 0
  if (!notice || !(isLast || may.askWaiver || notice.waiver)) return null
  const answered = shownIn('decline_waiver', refused)
  return (
    <Sheet id="waiver" title={t('examination.waive.title')} className="stack" noPrint>
      {isLast && <p>{t(escrow.may.review ? 'examination.noneLeftBuyer' : 'examination.noneLeftSeller')}</p>}
      {notice.waiver && (
        <div className="spoken">
          <p className="spoken__who">
            <MomentSentence at={notice.waiver.askedAt} text={(time) => t('examination.waive.asked', { time })} />
          </p>
          <Quote>{notice.waiver.words}</Quote>
          {notice.waiver.answer === 'declined' && notice.waiver.answeredAt && (
            <p className="small">
              <MomentSentence
                at={notice.waiver.answeredAt}
                text={(time) => t('examination.waive.declined', { time })}
              />
            </p>
          )}
        </div>
      )}
      {may.answerWaiver && notice.waiver && (
        <div className="answers">
          <Waive escrow={escrow} />
          <SettleForm escrow={escrow} intent="decline_waiver" button={t('examination.waive.decline')}>
            <input type="hidden" name="request" value={notice.waiver.id} />
            <TextArea {...answered.field('waiverAnswer')} label={t('examination.waive.declineWords')} rows={2} />
          </SettleForm>
        </div>
      )}
      {may.allowRound && <SettleForm escrow={escrow} intent="allow_round" button={t('examination.allow')} />}
      {may.askWaiver && <Ask escrow={escrow} refused={refused} />}
    </Sheet>
  )
}

/** An ordinary approval with all its conditions: the seen wallet and documents, and a confirmation page. */
function Waive({ escrow }: { escrow: Shown }) {
  const { t } = useTranslation()
  const isBusy = useNavigation().state !== 'idle'
  const { payoutWallet: wallet } = escrow
  if (!wallet) return null
  return (
    <Form method="post" action={`/transaction-lookup?txid=${escrow.transactionId}`} className="settle no-print">
      <p className="small muted">{t('examination.waive.answerText')}</p>
      <input type="hidden" name="txid" value={escrow.transactionId} />
      <input type="hidden" name="approval" value="Approved" />
      <input type="hidden" name="seenAddress" value={wallet.address} />
      <input type="hidden" name="seenMemo" value={wallet.memo ?? ''} />
      <input type="hidden" name="seenDocuments" value={escrow.documents.map(({ id }) => id).join(' ')} />
      <input type="hidden" name="seenDecision" value={escrow.times.decidedAt ?? ''} />
      {mustBeChecked(wallet.expectation) && (
        <Checkbox
          name="checkedWallet"
          id="waive-checkedWallet"
          label={t('lookup.decision.checked', { wallet: shortAddress(wallet.address) })}
        />
      )}
      <Actions after>
        <Button name="intent" value="review" disabled={isBusy}>
          {t('examination.waive.accept')}
        </Button>
      </Actions>
    </Form>
  )
}

function Ask({ escrow, refused }: SettlingProps<Shown>) {
  const { t } = useTranslation()
  const asked = shownIn('ask_waiver', refused)
  return (
    <FormDisclosure summary={t('examination.waive.ask')} open={asked.wasRefused}>
      <SettleForm escrow={escrow} intent="ask_waiver" button={t('examination.waive.ask')}>
        <p className="small muted">{t('examination.waive.askText')}</p>
        <TextArea {...asked.field('waiverWords')} label={t('examination.waive.askWords')} rows={3} />
      </SettleForm>
    </FormDisclosure>
  )
}
