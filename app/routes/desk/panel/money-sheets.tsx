import { useTranslation } from 'react-i18next'
import type { Wallet } from '#app/domain/kernel/wallet.ts'
import type { EscrowView } from '#app/domain/lookup/escrow-view.ts'
import { blockedWord } from '#app/domain/payouts/payout-obstacle.ts'
import type { ShownPayout, ShownWait } from '#app/domain/payouts/shown-payout.ts'
import { ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { HashDisclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Tag } from '#app/ui/kernel/frames/tag.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'
import { Amount } from '#app/ui/kernel/text/amount.tsx'
import { Gap } from '#app/ui/kernel/text/between.tsx'
import { Code } from '#app/ui/kernel/text/code.tsx'
import { CopyButton } from '#app/ui/kernel/text/copy-button.tsx'
import { Moment, MomentSentence } from '#app/ui/kernel/text/moment.tsx'
import { WalletCard, WalletCards } from '#app/ui/payouts/wallet-card.tsx'
import { type DeskT, useDesk } from './words.tsx'

type ViewProps = { view: EscrowView }

/** The wallets that the two sides have stated, and what a missing one rules out. */
export function Wallets({ view }: ViewProps) {
  const t = useDesk()
  const { t: common } = useTranslation()
  const { payoutWallet, refundWallet, expectedWallet, walletProposal } = view
  const missing = missingWallets(view)
  const differs = payoutWallet?.expectation === 'differs' && expectedWallet?.address !== payoutWallet.address
  if (missing === 'both' && !view.dispute) return null
  return (
    <Sheet id="wallets" title={t(view.dispute ? 'wallets.title' : 'wallets.titleAfter')}>
      {missing && view.dispute && (
        <Note>
          <p>{t(`wallets.${missing}Missing`)}</p>
        </Note>
      )}
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
            title={view.isHeld ? common('held.facts.buyerWallet') : t('wallets.buyer')}
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

/** Whose wallet is not known; null: both are. */
export function missingWallets({ payoutWallet, refundWallet }: EscrowView): 'seller' | 'buyer' | 'both' | null {
  if (!payoutWallet && !refundWallet) return 'both'
  if (!payoutWallet) return 'seller'
  return refundWallet ? null : 'buyer'
}

export function memoWords({ memo }: Wallet, t: DeskT): string {
  return memo === null ? t('wallets.noMemo') : t('wallets.memo', { memo })
}

const TONES = { confirmed: 'good', blocked: 'danger' } as const

function waitKeyOf({ for: reason, fee }: ShownWait) {
  return fee === null ? (`waits.${reason}` as const) : 'waits.fees_asked'
}

/** What left the escrow or is about to; nothing while nothing does. */
export function Payouts({ view }: ViewProps) {
  const t = useDesk()
  if (view.payouts.length === 0) return null
  return (
    <Sheet title={t('escrow.payouts')}>
      <ul className="payments">
        {view.payouts.map((payout) => (
          <li key={payout.id}>
            <div>
              <b>{t(`purpose.${payout.purpose}`)}</b> <PayoutTag state={payout.state} />
              {payout.state === 'blocked' && (
                <p className="small">{t(`blocked.${blockedWord(payout.blockedReason)}`)}</p>
              )}
              {payout.waits && <p className="small">{t(waitKeyOf(payout.waits), { fee: payout.waits.fee ?? '' })}</p>}
              {/* What the ledger holds is paid by no payout of ours. */}
              {!view.isHeld && <PayoutActs payout={payout} />}
              {payout.at && (
                <p className="small muted">
                  <Moment at={payout.at} />
                </p>
              )}
              {payout.wallet && (
                <p className="small">
                  {t('escrow.payoutTo')} <Code value={payout.wallet.address} size="small" />{' '}
                  {memoWords(payout.wallet, t)}
                </p>
              )}
              {payout.hash && <PayoutHash hash={payout.hash} explorer={payout.explorer} />}
            </div>
            <Amount value={payout.amount} asset={view.currency} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

/** What can be done with a payout that is not on its way; the page behind asks once more. */
function PayoutActs({ payout }: { payout: ShownPayout }) {
  const t = useDesk()
  const acts = actsOf(payout)
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

function actsOf({ state, blockedReason, waits }: ShownPayout) {
  if (state !== 'queued' && state !== 'blocked') return []
  const retry = blockedReason === 'payout_failed' ? (['retry_payout'] as const) : []
  return [...retry, waits?.for === 'held' ? ('let_go' as const) : ('hold_payout' as const)]
}

function PayoutTag({ state }: Pick<ShownPayout, 'state'>) {
  const t = useDesk()
  const tone = state === 'confirmed' || state === 'blocked' ? TONES[state] : 'waiting'
  return <Tag tone={tone}>{t(`payout.${state}`)}</Tag>
}

function PayoutHash({ hash, explorer }: { hash: string; explorer: string | null }) {
  const t = useDesk()
  return (
    <div className="seen__hash">
      <HashDisclosure label={t('escrow.hash')} hash={hash} />
      <CopyButton value={hash} what={t('escrow.hash')} />
      {explorer && <a href={explorer}>{t('cases.facts.explorer')}</a>}
    </div>
  )
}
