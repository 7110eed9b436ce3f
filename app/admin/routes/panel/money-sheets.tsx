import { useTranslation } from 'react-i18next'
import type { Wallet } from '#app/kernel/domain/wallet.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { Gap } from '#app/kernel/ui/text/between.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import type { PayoutView, WaitView } from '#app/settlement/payouts/domain/payout-view.ts'
import { WalletCard, WalletCards } from '#app/settlement/payouts/ui/wallet-card.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { obstacleWords } from '../list/obstacle-words.ts'
import { HashRow } from './list-parts.tsx'
import { type AdminT, useAdmin } from './words.tsx'

type ViewProps = { view: EscrowView }

/** The wallets that both parties have stated, and what a missing one rules out. */
export function WalletsSheet({ view }: ViewProps) {
  const t = useAdmin()
  const { t: common } = useTranslation()
  const { payoutWallet, refundWallet, expectedWallet, walletProposal } = view
  const differs = payoutWallet?.expectation === 'differs' && expectedWallet?.address !== payoutWallet.address
  if (!payoutWallet && !refundWallet) return null
  return (
    <Sheet id="wallets" title={t('wallets.titleAfter')}>
      <WalletCards>
        {payoutWallet && (
          <WalletCard
            title={t('wallets.seller')}
            address={payoutWallet.address}
            differsFrom={differs ? expectedWallet?.address : undefined}
          >
            {memoWords(payoutWallet, t)}
            <Gap />
            <MomentSentence at={payoutWallet.statedAt} text={(time) => t('wallets.stated', { time })} />
            <Gap />
            {payoutWallet.expectation === 'differs' && t('wallets.notExpected')}
            {payoutWallet.expectation === 'left_to_seller' && t('wallets.leftToSeller')}
          </WalletCard>
        )}
        {walletProposal && (
          <WalletCard title={common('otherWallet.proposed')} address={walletProposal.address}>
            {memoWords(walletProposal, t)}
            <Gap />
            <MomentSentence at={walletProposal.proposedAt} text={(time) => t('wallets.stated', { time })} />
          </WalletCard>
        )}
        {refundWallet && (
          <WalletCard
            title={view.custody.wallets === 'agreed' ? common('held.facts.buyerWallet') : t('wallets.buyer')}
            address={refundWallet.address}
          >
            {memoWords(refundWallet, t)}
            <Gap />
            <MomentSentence at={refundWallet.statedAt} text={(time) => t('wallets.stated', { time })} />
          </WalletCard>
        )}
      </WalletCards>
    </Sheet>
  )
}

export function memoWords({ memo }: Wallet, t: AdminT): string {
  return memo === null ? t('wallets.noMemo') : t('wallets.memo', { memo })
}

const TONES = { confirmed: 'good', blocked: 'danger' } as const

function waitKeyOf({ for: reason, fee }: WaitView) {
  return fee === null ? (`waits.${reason}` as const) : 'waits.fees_asked'
}

/** Transfers out of the escrow, done or due; nothing when there are none. */
export function PayoutsSheet({ view }: ViewProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  if (view.payouts.length === 0) return null
  return (
    <Sheet title={common('pages.deskPayouts')}>
      <ul className="payments">
        {view.payouts.map((payout) => (
          <li key={payout.id}>
            <div>
              <b>{t(`purpose.${payout.purpose}`)}</b> <PayoutTag state={payout.state} />
              {payout.state === 'blocked' && (
                <p className="small">{obstacleWords(payout.blockedReason, { t, common, currency: view.currency })}</p>
              )}
              {payout.waits && <p className="small">{t(waitKeyOf(payout.waits), { fee: payout.waits.fee ?? '' })}</p>}
              {/* Other settlements are not ours to pause or to retry. */}
              {view.custody.settledBy === 'payout' && <PayoutActions payout={payout} />}
              {payout.at && (
                <p className="small muted">
                  <Moment at={payout.at} />
                </p>
              )}
              {payout.wallet && (
                <p className="small">
                  {t('cases.facts.to')} <Code value={payout.wallet.address} size="small" />{' '}
                  {memoWords(payout.wallet, t)}
                </p>
              )}
              {payout.hash && <HashRow hash={payout.hash} explorer={payout.explorer} />}
            </div>
            <Amount value={payout.amount} asset={view.currency} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

/** Actions on a payout that has not been sent; their pages ask for confirmation. */
function PayoutActions({ payout }: { payout: PayoutView }) {
  const t = useAdmin()
  const acts = actionsOf(payout)
  if (acts.length === 0) return null
  return (
    <Actions after>
      {acts.map((act, place) => (
        <ButtonLink
          key={act}
          look={place === 0 && act !== 'hold_payout' ? 'filled' : 'line'}
          size="small"
          to={`/admin-panel/acts/${act}/${payout.id}`}
        >
          {t(`acts.${act}.label`)}
        </ButtonLink>
      ))}
    </Actions>
  )
}

function actionsOf({ state, blockedReason, waits }: PayoutView) {
  if (state !== 'queued' && state !== 'blocked') return []
  const retry = blockedReason === 'payout_failed' ? (['retry_payout'] as const) : []
  return [...retry, waits?.for === 'held' ? ('let_go' as const) : ('hold_payout' as const)]
}

function PayoutTag({ state }: Pick<PayoutView, 'state'>) {
  const t = useAdmin()
  const tone = state === 'confirmed' || state === 'blocked' ? TONES[state] : 'waiting'
  return <Tag tone={tone}>{t(`payout.${state}`)}</Tag>
}
