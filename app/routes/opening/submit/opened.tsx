import { Link } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import type { QrDrawing } from '#app/domain/references/qr-drawing.ts'
import { formatAmount } from '#app/i18n/kernel/format.ts'
import { Button, ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { HashDisclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Actions, Desk } from '#app/ui/kernel/page/page.tsx'
import { Step } from '#app/ui/kernel/progress/step.tsx'
import { Gap } from '#app/ui/kernel/text/between.tsx'
import { CopyRow } from '#app/ui/kernel/text/code.tsx'
import { MomentSentence } from '#app/ui/kernel/text/moment.tsx'
import { WriteToUs } from '#app/ui/kernel/text/write-to-us.tsx'
import { EscrowFacts } from '#app/ui/lookup/escrow-facts.tsx'
import { EscrowTurn } from '#app/ui/lookup/escrow-turn.tsx'
import { ShareEscrow } from '#app/ui/lookup/later.tsx'
import { InvitationFate } from '#app/ui/opening/invitation-fate.tsx'
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
        {!isFunded && (
          <p className="small muted">
            <Step now={3} />
          </p>
        )}
        <EscrowTurn escrow={escrow} reader="buyer" />
      </div>
      <Desk after aside={<EscrowFacts escrow={escrow} reader="buyer" ways />}>
        {isFunded && <Verified escrow={escrow} />}
        <Sheet title={t('submit.opened.idTitle')} className="stack">
          <p className="small">{t('submit.opened.idGloss')}</p>
          <WhoGetsId escrow={escrow} />
          <CopyRow value={escrow.transactionId} what={t('submit.opened.idTitle')} />
          <InvitationFate escrow={escrow} />
          <ShareEscrow escrow={escrow} link={link} />
          <WaysOn transactionId={escrow.transactionId} isFunded={isFunded} />
        </Sheet>
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

/** Who may confirm with the ID. An address that was named may be mistyped, and then nobody can. */
function WhoGetsId({ escrow }: { escrow: EscrowView }) {
  const { t } = useTranslation()
  const { sellerEmail, transactionId, may } = escrow
  if (!sellerEmail) return <p className="small muted">{t('submit.opened.idText')}</p>
  return (
    <p className="small muted">
      {t('submit.opened.idNamed', { email: sellerEmail })}
      {may.nameSeller && (
        <>
          <Gap />
          <Link to={`/transaction-lookup?txid=${encodeURIComponent(transactionId)}#other-seller`}>
            {t('submit.opened.correct')}
          </Link>
        </>
      )}
    </p>
  )
}

function WaysOn({ transactionId, isFunded }: { transactionId: string; isFunded: boolean }) {
  const { t } = useTranslation()
  return (
    <Actions after>
      <ButtonLink
        look={isFunded ? 'filled' : 'line'}
        to={`/transaction-lookup?txid=${encodeURIComponent(transactionId)}`}
      >
        {t('submit.opened.lookup')}
      </ButtonLink>
      <ButtonLink look="quiet" to="/">
        {t('submit.opened.home')}
      </ButtonLink>
      <form method="post" action="/logout">
        <Button look="quiet">{t('submit.opened.logout')}</Button>
      </form>
    </Actions>
  )
}
