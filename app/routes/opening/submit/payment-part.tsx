import { useTranslation } from 'react-i18next'
import type { SubmitPage } from '#app/queries/opening/submit-page.server.ts'
import { Choice } from '#app/ui/kernel/forms/choice.tsx'
import { Field } from '#app/ui/kernel/forms/field.tsx'
import type { ShownAgain } from '#app/ui/kernel/forms/refused-form.ts'
import { SheetPart } from '#app/ui/kernel/frames/sheet.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import { CopyButton } from '#app/ui/kernel/text/copy-button.tsx'

type PaymentPartProps = { shown: ShownAgain; payAhead: SubmitPage['payAhead'] }

/**
 * Automatic or manual. In manual mode the buyer pays first, with the memo of this form. Of what the ledger is to hold nothing is paid
 * before: unless something is wrong here, none of it shows then.
 */
export function PaymentPart({ shown, payAhead }: PaymentPartProps) {
  const { t } = useTranslation()
  return (
    <SheetPart title={t('submit.typeTitle')} className={shown.error('type') ? undefined : 'only--quayside'}>
      <Choice
        name="type"
        legend={t('submit.type')}
        defaultValue={shown.typed('type') === 'manual' ? 'manual' : 'auto'}
        error={shown.error('type')}
        options={[
          { value: 'auto', label: t('submit.auto'), consequence: t('submit.autoText') },
          { value: 'manual', label: t('submit.manual'), consequence: t('submit.manualText') },
        ]}
      />
      <div className="only only--manual">
        {payAhead ? <PayAhead payAhead={payAhead} /> : <p className="hint">{t('submit.aheadNone')}</p>}
        <Field
          name="txid"
          label={t('submit.txid')}
          hint={t('submit.txidHint')}
          error={shown.error('txid')}
          defaultValue={shown.typed('txid')}
          maxLength={200}
          code
        />
      </div>
    </SheetPart>
  )
}

function PayAhead({ payAhead }: { payAhead: NonNullable<SubmitPage['payAhead']> }) {
  const { t } = useTranslation()
  const memoName = t('submit.aheadMemo')
  return (
    <div className="field">
      <p className="label">{t('submit.aheadTitle')}</p>
      <p className="hint">{t('submit.aheadText')}</p>
      <dl>
        <div className="pay__row">
          <dt>{memoName}</dt>
          <dd className="pay__val">
            <div>
              <span className="memo">{payAhead.reference}</span>
            </div>
            <CopyButton value={payAhead.reference} what={memoName} />
          </dd>
        </div>
        {payAhead.accounts.map(({ asset, networkName, account }) => (
          <div className={`pay__row only--${asset.toLowerCase()}`} key={asset}>
            <dt>{t('submit.aheadTo', { asset, network: networkName })}</dt>
            <dd className="pay__val">
              <div>
                <Code value={account} shape="address" />
              </div>
              <CopyButton value={account} what={t('submit.aheadTo', { asset, network: networkName })} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
