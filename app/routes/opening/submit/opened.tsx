import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import type { QrDrawing } from '#app/domain/references/qr-drawing.ts'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import { HashDisclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Desk } from '#app/ui/kernel/page/page.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'
import { WriteToUs } from '#app/ui/kernel/text/write-to-us.tsx'
import { EscrowTurn } from '#app/ui/lookup/escrow-turn.tsx'
import { ShareEscrow } from '#app/ui/lookup/later.tsx'
import { IdSheet } from '#app/ui/lookup/sharing/id-sheet.tsx'
import type { AmountDue } from '#app/ui/references/payment-request.tsx'
import type { News } from '#app/ui/waiting/hear-news.ts'
import { Funding } from './funding.tsx'
import { forgetTyping } from './use-kept-typing.ts'

type OpenedProps = {
  escrow: EscrowView
  news: News | null
  qr: QrDrawing
  due: AmountDue
  look: number
  /** For the seller. */
  link: string
}

/** After submitting: the ID for the seller, and the payment that funds the escrow. */
export function Opened({ escrow, news, qr, due, look, link }: OpenedProps) {
  const { t } = useTranslation()
  const isFunded = escrow.lines.funded === 'done'
  useEffect(forgetTyping, [])
  return (
    <>
      <div className="opened">
        <EscrowTurn escrow={escrow} reader="buyer" />
      </div>
      <Desk
        after
        aside={
          <IdSheet escrow={escrow} isNext={isFunded}>
            <ShareEscrow escrow={escrow} link={link} />
          </IdSheet>
        }
      >
        {isFunded && <Verified escrow={escrow} />}
        {!isFunded && <Funding escrow={escrow} news={news} qr={qr} due={due} firstLook={look} />}
      </Desk>
      <WriteToUs subject={t('contact.aboutEscrow', { replace: { reference: escrow.transactionId } })} />
    </>
  )
}

function Verified({ escrow }: { escrow: EscrowView }) {
  const { t, i18n } = useTranslation()
  const { excess, state, realTxId } = escrow.deposit
  const amountOf = (value: string) => formatAmount(value, escrow.currency, i18n.language)
  return (
    <Note tone="good" role="status" title={t('submit.opened.verified')}>
      {escrow.times.verifiedAt && (
        <p>
          <MomentSentence
            at={escrow.times.verifiedAt}
            text={(time) => t('submit.opened.verifiedSince', { amount: amountOf(escrow.amount), time })}
          />
        </p>
      )}
      {realTxId && <HashDisclosure label={t('escrow.deposit.real')} hash={realTxId} />}
      {state === 'over' && <p>{t('submit.opened.excess', { excess: amountOf(excess) })}</p>}
    </Note>
  )
}
