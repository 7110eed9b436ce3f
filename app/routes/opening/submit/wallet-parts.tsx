import { useTranslation } from 'react-i18next'
import type { Asset } from '#app/domain/kernel/assets.ts'
import type { SubmitPage } from '#app/queries/opening/submit-page.server.ts'
import { Field, TextArea } from '#app/ui/kernel/forms/field.tsx'
import type { ShownAgain } from '#app/ui/kernel/forms/refused-form.ts'
import { SheetPart } from '#app/ui/kernel/frames/sheet.tsx'
import { WalletCard } from '#app/ui/payouts/wallet-card.tsx'

type ReceivingPartProps = { shown: ShownAgain; saved: SubmitPage['saved']; currency: Asset }

/** The wallet that the buyer expects to be paid: asked for when none is saved, else shown with a way to use another. */
export function ReceivingPart({ shown, saved, currency }: ReceivingPartProps) {
  const { t } = useTranslation()
  return (
    <SheetPart title={t('submit.receivingTitle')} hint={t('submit.receivingHint')}>
      {saved ? (
        <>
          <div className={`only--${saved.currency.toLowerCase()}`}>
            <WalletCard title={t('submit.saved', { currency: saved.currency })} address={saved.address}>
              {saved.memo && <>{t('submit.savedMemo', { memo: saved.memo })} </>}
              {t('submit.savedUse')}
            </WalletCard>
          </div>
          <details className="another" open={saved.currency !== currency || wasAsked(shown)}>
            <summary>{t('submit.useAnother')}</summary>
            <ReceivingFields shown={shown} />
          </details>
        </>
      ) : (
        <ReceivingFields shown={shown} />
      )}
    </SheetPart>
  )
}

function wasAsked({ error, typed }: ShownAgain): boolean {
  return Boolean(error('walletAddress') || error('walletMemo') || typed('walletAddress') || typed('walletMemo'))
}

function ReceivingFields({ shown }: { shown: ShownAgain }) {
  const { t } = useTranslation()
  return (
    <>
      <TextArea
        name="walletAddress"
        label={t('submit.wallet')}
        error={shown.error('walletAddress')}
        defaultValue={shown.typed('walletAddress')}
        rows={1}
        code
      />
      <Field
        name="walletMemo"
        label={t('submit.memo')}
        note={t('submit.memoNote')}
        error={shown.error('walletMemo')}
        defaultValue={shown.typed('walletMemo')}
        code
        short
      />
    </>
  )
}

type PayingPartProps = { shown: ShownAgain; paying: SubmitPage['paying']; currency: Asset }

/** Where the buyer pays from. Another currency begins with the wallet that was used for it, or with an empty field. */
export function PayingPart({ shown, paying, currency }: PayingPartProps) {
  const { t } = useTranslation()
  const preset = paying?.currency === currency ? paying : null
  return (
    <SheetPart title={t('submit.payingTitle')} hint={t('submit.payingHint')} key={preset?.address}>
      <TextArea
        name="buyerWalletAddress"
        label={t('submit.buyerWallet')}
        note={t('form.optional')}
        error={shown.error('buyerWalletAddress')}
        defaultValue={shown.typed('buyerWalletAddress') ?? preset?.address}
        rows={1}
        code
      />
      <Field
        name="buyerMemoTag"
        label={t('submit.buyerMemo')}
        note={t('form.optional')}
        error={shown.error('buyerMemoTag')}
        defaultValue={shown.typed('buyerMemoTag') ?? preset?.memoTag ?? undefined}
        code
        short
      />
    </SheetPart>
  )
}
