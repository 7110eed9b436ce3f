import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ASSETS, type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'
import { Choice } from '#app/kernel/ui/forms/choice.tsx'
import { Field, TextArea } from '#app/kernel/ui/forms/field.tsx'
import type { ShownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Pick } from '#app/kernel/ui/frames/pick.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import { Quote } from '#app/kernel/ui/text/quote.tsx'
import { WalletHelp } from '#app/settlement/payouts/ui/wallet-help.tsx'
import type { SubmitPage } from '#app/trade/opening/queries/submit-page.server.ts'

type WalletFrom = 'seller' | 'typed' | 'saved'

type ReceivingPickProps = { shown: ShownAgain; saved: SubmitPage['saved']; currency: Asset }

/** The expected payout wallet: left to the seller, typed, or the one saved for this seller. */
export function ReceivingPick({ shown, saved, currency }: ReceivingPickProps) {
  const { t } = useTranslation()
  const usable = saved?.currency === currency ? saved : null
  const isWrong = ['walletAddress', 'walletMemo', 'meansOwnWallet'].some((field) => shown.error(field))
  const [chosen, setChosen] = useState(shown.typed('walletFrom'))
  const from = walletFromIn(chosen, usable !== null)
  return (
    <Pick
      what={t('submit.receivingTitle')}
      is={t(`submit.walletFrom.is.${from}`)}
      consequence={from === 'seller' && t('submit.walletFrom.sellerText')}
      open={isWrong}
    >
      <div onChange={({ target }) => isWalletFrom(target) && setChosen(target.value)}>
        <Choice
          // Remounts: another currency may have other options, and starts with the chosen one if it has that.
          key={usable ? 'saved' : 'none'}
          name="walletFrom"
          legend={t('submit.receivingTitle')}
          defaultValue={from}
          options={[
            ...(usable
              ? [
                  {
                    value: 'saved',
                    label: t('submit.walletFrom.saved', { email: usable.sellerEmail }),
                    consequence: <SavedWallet saved={usable} />,
                  },
                ]
              : []),
            { value: 'seller', label: t('submit.walletFrom.seller'), consequence: t('submit.walletFrom.sellerNamed') },
            { value: 'typed', label: t('submit.walletFrom.typed'), consequence: t('submit.walletFrom.typedText') },
          ]}
        />
      </div>
      {/* Fields with an error are always shown. The key remounts them with the address read out of a pasted name. */}
      <div
        className={isWrong ? 'only' : 'only only--typed'}
        key={shown.error('walletAddress') && `read:${shown.typed('walletAddress')}`}
      >
        <ReceivingFields shown={shown} />
      </div>
      {shown.error('meansOwnWallet') && (
        <Checkbox name="meansOwnWallet" label={t('submit.walletFrom.own')} error={shown.error('meansOwnWallet')} />
      )}
    </Pick>
  )
}

function walletFromIn(typed: string | undefined, isSaved: boolean): WalletFrom {
  if (typed === 'typed' || (typed === 'saved' && isSaved)) return typed
  return 'seller'
}

function isWalletFrom(target: EventTarget): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.name === 'walletFrom'
}

function SavedWallet({ saved: { address, memo } }: { saved: NonNullable<SubmitPage['saved']> }) {
  const { t } = useTranslation()
  return (
    <>
      <Code value={address} shape="even" size="small" />
      {memo && <> {t('submit.savedMemo', { memo })}</>}
    </>
  )
}

function ReceivingFields({ shown }: { shown: ShownAgain }) {
  const { t } = useTranslation()
  return (
    <>
      <TextArea
        name="walletAddress"
        label={t('submit.wallet')}
        hint={ASSETS.map((asset) => (
          <span className={`only--${asset.toLowerCase()}`} key={asset}>
            {t(`submit.walletFrom.where.${networkOf(asset)}`)}{' '}
          </span>
        ))}
        error={shown.error('walletAddress')}
        defaultValue={shown.typed('walletAddress')}
        rows={1}
        code
        after={<WalletHelp />}
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
      <Disclosure summary={t('submit.walletFrom.ask')} noPrint>
        {ASSETS.map((asset) => (
          <Message asset={asset} key={asset} />
        ))}
      </Disclosure>
    </>
  )
}

/** A message that the buyer can send to the seller. */
function Message({ asset }: { asset: Asset }) {
  const { t } = useTranslation()
  const text = t(`submit.walletFrom.message.${networkOf(asset)}`, { asset })
  return (
    <div className={`only--${asset.toLowerCase()} stack`}>
      <Quote>{text}</Quote>
      <p>
        <CopyButton value={text} what={t('submit.walletFrom.ask')} />{' '}
        <a href={`https://wa.me/?text=${encodeURIComponent(text)}`}>WhatsApp</a>
      </p>
    </div>
  )
}
