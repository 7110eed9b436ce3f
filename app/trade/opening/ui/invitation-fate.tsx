import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { EscrowDetails } from '#app/escrow/domain/escrow-details.ts'
import { settleFieldId } from '#app/escrow/domain/settle-intents.ts'
import { SettleForm } from '#app/escrow/ui/settle-form.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { SellerLanguage } from './seller-language.tsx'

/** State of the seller's invitation, and a form to send it again. Beside the form that names another address. */
export function InvitationFate({ escrow }: { escrow: EscrowDetails }) {
  const { t } = useTranslation()
  const { invitation, sellerEmail: email } = escrow
  if (!invitation || !email) return null
  const { state, at } = invitation
  if (state === 'waits') {
    return (
      <p className="small">
        {t('escrow.invitation.waits', { email })}
        <Gap />
        <Link to="/confirm-email">{t('pages.confirmEmail')}</Link>
      </p>
    )
  }
  if (state === 'returned' && at) {
    return (
      <Note tone="danger" title={t('escrow.invitation.returned', { email })}>
        <p>
          <MomentSentence at={at} text={(time) => t('escrow.invitation.returnedText', { time })} />
        </p>
      </Note>
    )
  }
  return (
    <div className="stack">
      <p className="small">
        {state === 'sent' && at ? (
          <MomentSentence at={at} text={(time) => t('escrow.invitation.sent', { email, time })} />
        ) : (
          t(`escrow.invitation.${state}`, { email })
        )}
      </p>
      {state !== 'sending' && (
        <Disclosure summary={t('escrow.invitation.again')} noPrint>
          <SettleForm
            escrow={escrow}
            intent="invite_again"
            button={t('escrow.invitation.again')}
            page={`/transaction-lookup?txid=${encodeURIComponent(escrow.transactionId)}`}
          >
            <SellerLanguage
              name="sellerLanguage"
              id={settleFieldId('invite_again', 'sellerLanguage')}
              defaultValue={escrow.sellerLanguage}
            />
          </SettleForm>
        </Disclosure>
      )}
    </div>
  )
}
