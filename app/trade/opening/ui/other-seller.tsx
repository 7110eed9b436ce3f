import { useTranslation } from 'react-i18next'
import { EmailField } from '#app/accounts/ui/email-field.tsx'
import { SettleForm, type SettlingProps, shownIn } from '#app/escrow/ui/settle-form.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { InvitationFate } from './invitation-fate.tsx'
import { SellerLanguage } from './seller-language.tsx'

/** The named seller, whom the buyer can change until a seller has confirmed. */
export function OtherSeller({ escrow, refused }: SettlingProps) {
  const { t } = useTranslation()
  if (!escrow.may.nameSeller) return null
  const { sellerEmail } = escrow
  const shown = shownIn('name_seller', refused)
  const { defaultValue: typed, ...field } = shown.field('sellerEmail')
  const language = shown.field('sellerLanguage')
  return (
    <Sheet id="other-seller" title={t('lookup.seller.title')} className="stack" noPrint>
      <p className="small muted">
        {sellerEmail ? t('lookup.seller.named', { email: sellerEmail }) : t('escrow.facts.sellerOpen')}
      </p>
      <InvitationFate escrow={escrow} />
      <SettleForm escrow={escrow} intent="name_seller" button={t('lookup.seller.button')}>
        <EmailField
          {...field}
          typed={typed}
          chosen={shown.field('sellerEmailChosen').defaultValue}
          preset={sellerEmail ?? undefined}
          label={t('submit.sellerEmail')}
          hint={sellerEmail ? t('lookup.seller.hint') : t('submit.sellerEmailHint')}
          autoComplete="off"
        />
        <SellerLanguage {...language} defaultValue={language.defaultValue ?? escrow.sellerLanguage} />
      </SettleForm>
    </Sheet>
  )
}
