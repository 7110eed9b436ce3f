import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { Choice } from '#app/kernel/ui/forms/choice.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import type { ShownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Pick } from '#app/kernel/ui/frames/pick.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import type { SubmitPage } from '#app/trade/opening/queries/submit-page.server.ts'

type FoundPickProps = { shown: ShownAgain; payAhead: SubmitPage['payAhead']; currency: Asset }

/**
 * Automatic or manual. In manual mode the buyer pays first, with the memo of this form. With on-chain escrow nothing is
 * paid in advance, so this is hidden unless it has an error.
 */
export function FoundPick({ shown, payAhead, currency }: FoundPickProps) {
  const { t } = useTranslation()
  const begins = shown.typed('type') === 'manual' ? 'manual' : 'auto'
  const [type, setType] = useState(begins)
  const isWrong = Boolean(shown.error('type') || shown.error('txid'))
  return (
    <Pick
      what={t('submit.type')}
      is={t(`submit.${type === 'manual' ? 'manual' : 'auto'}`)}
      consequence={t(`submit.${type === 'manual' ? 'manual' : 'auto'}Text`)}
      open={isWrong}
      className={isWrong ? undefined : 'only--quayside'}
    >
      <div
        onChange={({ target }) => target instanceof HTMLInputElement && target.name === 'type' && setType(target.value)}
      >
        <Choice
          name="type"
          legend={t('submit.type')}
          defaultValue={begins}
          error={shown.error('type')}
          options={[
            { value: 'auto', label: t('submit.auto'), consequence: t('submit.autoText') },
            { value: 'manual', label: t('submit.manual'), consequence: t('submit.manualText') },
          ]}
        />
      </div>
      <div className="only only--manual">
        {payAhead ? (
          <PayAhead payAhead={payAhead} currency={currency} />
        ) : (
          <p className="hint">{t('submit.aheadNone')}</p>
        )}
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
    </Pick>
  )
}

type PayAheadProps = { payAhead: NonNullable<SubmitPage['payAhead']>; currency: Asset }

function PayAhead({ payAhead, currency }: PayAheadProps) {
  const { t } = useTranslation()
  const memoName = t('submit.memo')
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
        {payAhead.accounts
          .filter(({ asset }) => asset === currency)
          .map(({ asset, networkName, account }) => (
            <div className="pay__row" key={asset}>
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
