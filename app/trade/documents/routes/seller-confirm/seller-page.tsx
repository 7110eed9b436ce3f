import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { PresentingPart } from '#app/escrow/domain/parts-view.ts'
import type { RefusedSettling } from '#app/escrow/ui/settle-form.tsx'
import type { News } from '#app/live/ui/hear-news.ts'
import { LiveUpdates } from '#app/live/ui/live-updates.tsx'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import type { PagePart } from '#app/trade/lookup/domain/places-of.ts'
import { Part } from '#app/trade/lookup/ui/later.tsx'
import type { OnchainPartView } from '#app/trade/lookup/ui/onchain/onchain-view.ts'
import { WayToTask } from '#app/trade/lookup/ui/onchain-sheet.tsx'
import { EscrowFrame } from '#app/trade/lookup/ui/page/frame.tsx'
import { partOfIntent } from '#app/trade/lookup/ui/page/part-ids.ts'
import { WaitsForOther } from '#app/trade/lookup/ui/waits-for-other.tsx'
import { OnchainNote } from './late/late.tsx'
import { ShipmentForm, type ShipmentFormProps } from './shipment-form.tsx'

type SellerPageProps = ShipmentFormProps & {
  escrow: PartyView
  /** The version of the escrow that the page shows. */
  news: News | null
  /** A refused settlement form. */
  refused: RefusedSettling | null
  /** The state of the on-chain escrow. Null: Quayside holds the money. */
  held: OnchainPartView | null
  /** The part that the URL asks for. */
  asked: PagePart | null
}

export function SellerPage({ escrow, held, news, refused, asked, ...form }: SellerPageProps) {
  const { t } = useTranslation()
  const { presenting, task, isToShip } = escrow.parts
  const wasRefused = refused ? partOfIntent(refused.intent) : form.problems.length > 0 ? 'present' : null
  return (
    <>
      {isAwaited(escrow, held) && <LiveUpdates news={news} seconds={7} />}
      <EscrowFrame
        escrow={escrow}
        held={held}
        actions={
          <>
            {task ? <WayToTask escrow={escrow} /> : <WaitsForOther escrow={escrow} />}
            {isToShip && escrow.times.verifiedAt && !escrow.payoutWallet && (
              <Link to={`/wallet-check?${new URLSearchParams({ txid: escrow.transactionId })}`}>
                {t('walletCheck.first')}
              </Link>
            )}
          </>
        }
        first={
          <>
            <OnchainNote escrow={escrow} />
            {presenting !== 'open' && CLOSED_BY[presenting] && <p className="fine">{t(CLOSED_BY[presenting])}</p>}
          </>
        }
        draw={(part) =>
          part === 'present' ? (
            <ShipmentForm {...form} escrow={escrow} />
          ) : (
            part !== 'pay' &&
            part !== 'decision' && (
              <Part part={part} escrow={escrow} refused={refused} qr={null} link={null} held={held} />
            )
          )
        }
        opened={wasRefused ?? asked}
      />
    </>
  )
}

/** Why nothing can be presented now, where the headline does not say it. */
const CLOSED_BY = {
  after_lock: 'seller.afterLock',
  none_left: null,
  frozen: 'seller.frozen',
  closed: null,
} as const satisfies Record<Exclude<PresentingPart, 'open'>, string | null>

/** True while money is awaited or moves, or while an on-chain escrow can change by a wallet's signature. */
function isAwaited(escrow: PartyView, held: OnchainPartView | null): boolean {
  const { isMoving } = escrow.parts
  const isWatched = held !== null && held.step !== 'ended' && held.step !== 'over'
  return escrow.stage === 'awaiting_funds' || isMoving || isWatched
}
