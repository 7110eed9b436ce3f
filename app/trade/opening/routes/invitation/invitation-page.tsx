import { useTranslation } from 'react-i18next'
import { TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions, PageHead, Read } from '#app/kernel/ui/page/page.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { Quote } from '#app/kernel/ui/text/quote.tsx'
import { RichText } from '#app/kernel/ui/text/rich-text.tsx'
import type { InvitedTrade } from '#app/trade/opening/queries/invitation.server.ts'
import { type Way, WayIn } from './way-in.tsx'

type InvitationPageProps = Omit<Way, 'email' | 'state'> & {
  invitation: { state: Way['state']; trade: InvitedTrade }
  refused: RefusedForm | undefined
}

/** The trade before the invited person has an account: who pays how much for what, and what it costs. */
export function InvitationPage({ invitation, refused, ...way }: InvitationPageProps) {
  const { t, i18n } = useTranslation()
  const { state, trade } = invitation
  const amount = formatAmount(trade.amount, trade.currency, i18n.language)
  return (
    <Read>
      <PageHead title={t('invitation.title', { buyer: trade.buyerName, amount })} lead={t(trade.custody.lead)} />
      <ErrorSummary problems={refused?.problems ?? []} />
      <Trade trade={trade} />
      <Standing trade={trade} amount={amount} />
      <WayIn {...way} state={state} email={trade.email} />
    </Read>
  )
}

const HALTED = { refund_requested: 'escrow.next.refund_requested.seller', disputed: 'escrow.next.disputed' } as const

/** Whether the seller may ship; not while the buyer wants the money back. */
function Standing({ trade: { isFunded, halted, custody }, amount }: { trade: InvitedTrade; amount: string }) {
  const { t } = useTranslation()
  if (halted !== null) {
    return (
      <Note after tone="attention" title={t(`${HALTED[halted]}.title`, { amount })}>
        <p>
          {custody.until === null ? (
            <RichText text={t(`${HALTED[halted]}.text`, { amount })} components={{ b: <strong /> }} />
          ) : (
            <MomentSentence at={custody.until} text={(time) => t('held.until', { time })} />
          )}
        </p>
      </Note>
    )
  }
  return isFunded ? (
    <Note after tone="good" title={t(custody.funded, { amount })}>
      <p>{t('invitation.fundedText')}</p>
    </Note>
  ) : (
    <Note after tone="attention" title={t('escrow.next.awaiting_funds.seller.title')}>
      <p>{t('invitation.unfundedText')}</p>
    </Note>
  )
}

function Trade({ trade }: { trade: InvitedTrade }) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('invitation.trade')} className="stack">
      <Facts
        items={[
          { label: t('escrow.facts.amount'), value: <Amount value={trade.amount} asset={trade.currency} /> },
          {
            label: t('invitation.buyer'),
            value: trade.buyerName,
            detail: t(trade.isBuyerConfirmed ? 'invitation.buyerConfirmed' : 'invitation.buyerUnconfirmed'),
          },
          { label: t('invitation.invited'), value: trade.email },
          ...(trade.custody.until === null
            ? []
            : [{ label: t('held.choice.until'), value: <Moment at={trade.custody.until} /> }]),
          { label: t('invitation.cost'), value: t('invitation.costText') },
        ]}
      />
      {TEXTS.filter((name) => trade[name]).map((name) => (
        <div key={name}>
          <h3>{t(name === 'notes' ? 'invitation.words' : `escrow.facts.${name}`)}</h3>
          <Quote>{trade[name]}</Quote>
        </div>
      ))}
    </Sheet>
  )
}

/** The link has expired; leads to the login or dashboard, and to the contact page. */
export function DeadInvitation({ isVisitor }: { isVisitor: boolean }) {
  const { t } = useTranslation()
  return (
    <Read>
      <PageHead title={t('account.deadTitle')} lead={t('invitation.dead')} />
      <Actions>
        <ButtonLink to="/dashboard">{t(isVisitor ? 'nav.login' : 'nav.dashboard')}</ButtonLink>
        <ButtonLink look="line" to="/contact">
          {t('nav.contact')}
        </ButtonLink>
      </Actions>
    </Read>
  )
}
