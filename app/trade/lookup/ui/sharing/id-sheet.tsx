import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { CopyRow } from '#app/kernel/ui/text/code.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { InvitationFate } from '#app/trade/opening/ui/invitation-fate.tsx'

type IdSheetProps = {
  escrow: EscrowView
  /** The only step left is the lookup. */
  isNext: boolean
  /** The message to the seller. */
  children: ReactNode
}

/** After submitting (spec §2): the TXID for the seller with Copy, Open Transaction Lookup, Return Home and Logout. */
export function IdSheet({ escrow, isNext, children }: IdSheetProps) {
  const { t } = useTranslation()
  // A failed invitation is shown at once, a sent one in the fold.
  const isTold = escrow.invitation?.state === 'sent' || escrow.invitation?.state === 'sending'
  return (
    <Sheet title={t('submit.opened.idTitle')} className="stack">
      <WhoGetsId escrow={escrow} />
      <CopyRow value={escrow.transactionId} what={t('submit.opened.idTitle')} />
      {!isTold && <InvitationFate escrow={escrow} />}
      <Disclosure summary={t('share.title')} noPrint>
        {isTold && <InvitationFate escrow={escrow} />}
        {children}
      </Disclosure>
      <WaysOn transactionId={escrow.transactionId} isNext={isNext} />
    </Sheet>
  )
}

/** Who may confirm with the ID. A named address may be mistyped, and then nobody can. */
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

function WaysOn({ transactionId, isNext }: { transactionId: string; isNext: boolean }) {
  const { t } = useTranslation()
  return (
    <Actions after>
      <ButtonLink
        look={isNext ? 'filled' : 'line'}
        size="small"
        to={`/transaction-lookup?txid=${encodeURIComponent(transactionId)}`}
      >
        {t('submit.opened.lookup')}
      </ButtonLink>
      <ButtonLink look="quiet" size="small" to="/">
        {t('submit.opened.home')}
      </ButtonLink>
      <form method="post" action="/logout">
        <Button look="quiet" size="small">
          {t('submit.opened.logout')}
        </Button>
      </form>
    </Actions>
  )
}
