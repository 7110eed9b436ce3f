import { Form, useNavigation } from '@remix-run/react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { takesTag } from '#app/kernel/domain/assets.ts'
import { formatAmount } from '#app/kernel/i18n/format.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Field, TextArea } from '#app/kernel/ui/forms/field.tsx'
import type { RefusedForm } from '#app/kernel/ui/forms/refused-form.ts'
import { shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { WriteToSupport } from '#app/ledgers/payments/ui/uncounted.tsx'
import { blockedWord } from '#app/settlement/payouts/domain/payout-obstacle.ts'
import { waitReason } from '#app/settlement/payouts/i18n/wait-reason.ts'
import type { FeeBackView } from '#app/unmatched/domain/fee-back-view.ts'

type FeeBacksProps = { backs: readonly FeeBackView[]; refused?: RefusedForm | null }

/** Money that came for the fee and is not the fee: where each goes, and how far it is. */
export function FeeBacks({ backs, refused = null }: FeeBacksProps) {
  const { t, i18n } = useTranslation()
  return backs.map((back) => {
    const amount = formatAmount(back.amount, back.asset, i18n.language)
    return (
      <Sheet key={back.id} id={`back-${back.id}`} title={t(`feeBack.came.${back.why}`, { amount })} className="stack">
        <Standing back={back} />
        {back.takesWallet && <WalletForm back={back} refused={refused?.values.case === back.id ? refused : null} />}
      </Sheet>
    )
  })
}

function Standing({ back }: { back: FeeBackView }) {
  const { t } = useTranslation()
  const { state, asset, wallet, payout, payment, back: sent, networkName: network } = back
  const isDone = state === 'sent' || state === 'by_hand'
  const at = sent?.at
  return (
    <div>
      {payout && state !== 'failed' && (
        <p>
          <Tag
            tone={isDone ? 'good' : state === 'blocked' ? 'danger' : 'waiting'}
            {...(isDone && { icon: 'check' as const })}
          >
            {t(`lookup.released.${payout.state}`)}
          </Tag>
        </p>
      )}
      <p>
        {at ? (
          <MomentSentence at={at} text={(time) => t('feeBack.sentAt', { time })} />
        ) : (
          t(`feeBack.state.${state === 'sent' ? 'by_hand' : state}`)
        )}{' '}
        {state === 'kept' && <WriteToSupport hash={payment?.hash ?? back.reference} />}
      </p>
      {state === 'blocked' && payout?.blockedReason && blockedWord(payout.blockedReason) !== 'other' && (
        <p>{t(`escrow.blocked.${blockedWord(payout.blockedReason)}`, { currency: asset })}</p>
      )}
      {payout?.waits && <p>{waitReason(t, { waits: payout.waits, network })}</p>}
      {wallet && (
        <>
          <Code value={wallet.address} shape="even" size="small" />
          {wallet.memo && <p className="muted">{t('lookup.wallets.memo', { memo: wallet.memo })}</p>}
        </>
      )}
      {payment && !isDone && <Hash label={t('payment.hash')} hash={payment.hash} explorer={null} />}
      {sent && <Hash label={t('lookup.out.hash')} hash={sent.hash} explorer={sent.explorer} />}
    </div>
  )
}

function Hash({ label, hash, explorer }: { label: string; hash: string; explorer: string | null }) {
  const { t } = useTranslation()
  return (
    <div className="seen__hash">
      <HashDisclosure label={label} hash={hash} />
      <CopyButton value={hash} what={label} /> {explorer && <a href={explorer}>{t('payment.seen.explorer')}</a>}
    </div>
  )
}

/** Begins empty, because the sender's wallet may be an exchange's. */
function WalletForm({ back, refused }: { back: FeeBackView; refused: RefusedForm | null }) {
  const { t } = useTranslation()
  const { state: navigation, formData } = useNavigation()
  const { asset, id, state } = back
  const { error, typed } = shownAgain(refused)
  const isBusy = navigation !== 'idle'
  const isOwn = isBusy && formData?.get('case') === id
  const button = state === 'owed' ? 'lookup.settle.wallet.owedButton' : 'lookup.settle.wallet.blockedButton'
  const address = typed('walletAddress')
  return (
    <Form method="post" action="/fee-back" className="settle no-print">
      <input type="hidden" name="case" value={id} />
      {/* A new key: an address resolved from a pasted name replaces the typed text. */}
      <Fragment key={refused ? `read:${address}` : 'typed'}>
        <TextArea
          name="walletAddress"
          id={`walletAddress-${id}`}
          label={t('lookup.settle.wallet.address', { currency: asset })}
          error={error(`walletAddress-${id}`)}
          defaultValue={address}
          rows={1}
          code
        />
        <Field
          name="walletMemo"
          id={`walletMemo-${id}`}
          label={t(takesTag(asset) ? 'ui.pay.tag' : 'ui.pay.memo')}
          hint={t('lookup.settle.wallet.memoHint')}
          error={error(`walletMemo-${id}`)}
          defaultValue={typed('walletMemo')}
          code
          short
        />
      </Fragment>
      <Actions after>
        <Button look={state === 'stated' ? 'line' : 'filled'} disabled={isBusy}>
          {isOwn ? t('lookup.settle.busy') : t(button)}
        </Button>
      </Actions>
    </Form>
  )
}
