import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { AdminFrame } from '#app/kernel/ui/page/page.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { WriteToUs } from '#app/kernel/ui/text/write-to-us.tsx'
import type { QrDrawing } from '#app/ledgers/references/domain/qr-drawing.ts'
import type { AmountDue } from '#app/ledgers/references/ui/payment-request.tsx'
import type { News } from '#app/live/ui/hear-news.ts'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { EscrowTurn } from '#app/trade/lookup/ui/escrow-turn.tsx'
import { ShareEscrow } from '#app/trade/lookup/ui/later.tsx'
import { IdSheet } from '#app/trade/lookup/ui/sharing/id-sheet.tsx'
import { Funding } from './funding.tsx'
import { forgetTyping } from './use-kept-typing.ts'

type OpenedProps = {
  escrow: EscrowView
  news: News | null
  qr: QrDrawing
  due: AmountDue
  look: number
  link: string
}

/** After submitting: the escrow ID for the seller, and how to pay. */
export function Opened({ escrow, news, qr, due, look, link }: OpenedProps) {
  const { t } = useTranslation()
  const isFunded = escrow.lines.funded === 'done'
  useEffect(forgetTyping, [])
  return (
    <>
      <div className="opened">
        <EscrowTurn escrow={escrow} reader="buyer" />
      </div>
      <AdminFrame
        after
        aside={
          <IdSheet escrow={escrow} isNext={isFunded}>
            <ShareEscrow escrow={escrow} link={link} />
          </IdSheet>
        }
      >
        {isFunded && <Verified escrow={escrow} />}
        {!isFunded && <Funding escrow={escrow} news={news} qr={qr} due={due} firstLook={look} />}
      </AdminFrame>
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
