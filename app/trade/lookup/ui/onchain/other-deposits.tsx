import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Reader } from '#app/kernel/domain/reader.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { OnchainDifference } from '#app/trade/onchain/domain/differences.ts'
import type { DepositFate, DepositView, EarlyReturn, OnchainView } from '#app/trade/onchain/domain/onchain-view.ts'
import { onchainAction } from '#app/trade/onchain/ui/onchain-action.ts'
import type { OnchainEscrow } from './onchain-props.ts'

const FATES = {
  owner_takes: 'held.other.back',
  goes_back: 'held.other.goesBack',
  to_seller: 'held.other.toSeller',
  to_named: 'held.other.toNamed',
} as const satisfies Record<DepositFate, string>

const EARLY = {
  open: 'held.other.early',
  settling: 'held.other.settling',
  signed: 'held.other.returning',
} as const satisfies Record<EarlyReturn, string>

type OtherDepositsProps = {
  escrow: Pick<OnchainEscrow, 'transactionId'>
  hold: Pick<OnchainView, 'others'>
  reader: Reader | null
  isBusy: boolean
}

/** Deposits that do not count: why, and what happens to them. */
export function OtherDeposits({ hold: { others }, ...about }: OtherDepositsProps) {
  return others.map((lock) => <OtherDeposit key={lock.id} lock={lock} {...about} />)
}

function OtherDeposit({ lock, escrow, reader, isBusy }: Omit<OtherDepositsProps, 'hold'> & { lock: DepositView }) {
  const { t } = useTranslation()
  const { id, differences, isOfFormerWallet, isSecondOfCondition, fate, early, end, hash, at } = lock
  const isGone = end !== null
  const differing = [...new Set(differences.map(differenceIn))]
  return (
    <Note tone={isGone ? 'plain' : 'danger'} title={t('held.other.title')} after>
      <p>
        <MomentSentence at={at} text={(time) => t('held.other.at', { time })} />
      </p>
      <ul>
        {differing.map((name) => (
          <li key={name}>{t(`held.differs.${name}`)}</li>
        ))}
        {isOfFormerWallet && <li>{t('held.other.formerWallet')}</li>}
        {isSecondOfCondition && <li>{t('held.other.condition')}</li>}
        {differences.length === 0 && !isOfFormerWallet && !isSecondOfCondition && <li>{t('held.other.second')}</li>}
      </ul>
      {!isGone && early && <p>{t(EARLY[early])}</p>}
      <p>{t(isGone ? 'held.other.gone' : FATES[fate])}</p>
      {reader === 'buyer' && early === 'open' && (
        <Form method="post" action={onchainAction(escrow.transactionId)}>
          <input type="hidden" name="txid" value={escrow.transactionId} />
          <input type="hidden" name="lockId" value={id} />
          <Actions>
            <Button name="intent" value="return_early" look="line" disabled={isBusy}>
              {t('held.other.button')}
            </Button>
          </Actions>
        </Form>
      )}
      <HashDisclosure label={t('held.facts.lockedBy')} hash={hash} />
    </Note>
  )
}

/** Differences in the settings of the escrow account are shown as one. */
function differenceIn(name: OnchainDifference) {
  switch (name) {
    case 'signers':
    case 'thresholds':
    case 'trustline':
    case 'data':
    case 'flags':
    case 'sponsor':
      return 'account'
    default:
      return name
  }
}
