/** A trade's pages in English as each reader sees them, from the components of their routes. */

import { useTranslation } from 'react-i18next'
import { Agreed, EscrowAside, Papers } from '#app/admin/routes/panel/escrow-sheets.tsx'
import { PayoutsSheet, WalletsSheet } from '#app/admin/routes/panel/money-sheets.tsx'
import { AdminWords } from '#app/admin/routes/panel/words.tsx'
import { Lines } from '#app/kernel/ui/progress/lines.tsx'
import { inOneLine } from '#app/records/statement/domain/paper.ts'
import type { Statement } from '#app/records/statement/domain/statement.ts'
import { PaperSheet } from '#app/records/statement/ui/paper.tsx'
import { SellerPage } from '#app/trade/documents/routes/seller-confirm/seller-page.tsx'
import type { EscrowView } from '#app/trade/lookup/domain/escrow-view.ts'
import { EscrowPage } from '#app/trade/lookup/routes/transaction-lookup/escrow-page.tsx'
import { SureBeforeRelease } from '#app/trade/lookup/routes/transaction-lookup/sure-before-release.tsx'
import { escrowLinesOf } from '#app/trade/lookup/ui/escrow-lines.tsx'
import { OnchainTurn } from '#app/trade/onchain/routes/onchain-turn.tsx'
import desk from '../../../locales/en/desk.json' with { type: 'json' }
import { wordsOf } from '../onchain/draw-page.tsx'
import { onchainOf, onchainPartOf, stepOf } from '../onchain/shown-hold.ts'
import { paperOf, settledStatement } from '../settlement/statements.ts'
import { isPresented, isRejected, shownToOperator, shownTrade, type Trade } from './shown-trade.ts'

export const READERS = ['buyer', 'seller', 'operator', 'shared'] as const
export type TradeReader = (typeof READERS)[number]

const page = {
  problem: null,
  refused: null,
  refusedStatement: null,
  asked: null,
  qr: null,
  due: null,
  news: null,
  link: '',
}
const guard = { stamp: '', formToken: '', siteKey: null }
const form = { news: null, asked: null, typed: '', own: null, guard, maxBytes: 1_000_000, isScanned: true }
const unsent = {
  asksSupplement: false,
  values: null,
  problems: [],
  refused: null,
  answer: undefined,
  isBusy: false,
}

/** Everything about the trade that this reader can open. */
export function drawnTrade(trade: Trade, reader: TradeReader): string {
  if (reader === 'operator') return operatorsWords(trade)
  if (reader === 'shared') return sharedWords(trade)
  const escrow = shownTrade(trade, reader)
  const lookup = (
    <EscrowPage
      escrow={escrow}
      held={onchainPartOf(escrow)}
      {...page}
      typed={undefined}
      isPaused={false}
      isBusy={false}
    />
  )
  const seen = { address: escrow.payoutWallet?.address ?? '', memo: null }
  return wordsOf(
    <>
      {lookup}
      {reader === 'seller' && <SellerPage {...form} {...unsent} escrow={escrow} held={onchainPartOf(escrow)} />}
      {escrow.may.review && !isSigned(escrow) && (
        <SureBeforeRelease escrow={escrow} seen={seen} documents={[]} decision="" />
      )}
      {escrow.custody.fundedBy === 'lock' && (
        <OnchainTurn
          escrow={escrow}
          hold={onchainOf(trade.stage)}
          step={stepOf(trade.stage)}
          lapse={trade.isPast ? { isReaders: reader === 'buyer' && trade.custody === 'stellar' } : null}
          exit={null}
          reader={reader}
        />
      )}
    </>,
  )
}

function operatorsWords(trade: Trade): string {
  const view = shownToOperator(trade)
  const person = { name: 'Ann', email: 'ann@example.com', referredBy: null }
  const all = { view, buyer: person, seller: null, disputes: [], letters: [], notes: [] }
  return wordsOf(
    <AdminWords words={desk}>
      <LinesAlone view={view} />
      <EscrowAside desk={all} />
      <Papers desk={all} />
      <Agreed desk={all} />
      <PayoutsSheet view={view} />
      <WalletsSheet view={view} />
    </AdminWords>,
  )
}

function LinesAlone({ view }: { view: ReturnType<typeof shownToOperator> }) {
  const { t } = useTranslation()
  return <Lines items={escrowLinesOf({ escrow: view, t })} />
}

/** A shared link shows the statement. */
function sharedWords(trade: Trade): string {
  const escrow = shownTrade(trade, 'seller')
  const settled = settledStatement()
  const at = '2026-11-20T12:00:00.000Z'
  const decision = isRejected(trade)
    ? ('rejected' as const)
    : escrow.approval === 'Approved'
      ? ('approved' as const)
      : null
  const statement: Statement = {
    ...settled,
    stage: trade.stage,
    isFinal: escrow.turn === 'nobody',
    documents: isPresented(trade) ? settled.documents : [],
    decisions: decision ? [{ decision, at, reason: null, rejected: [] }] : [],
    rounds: escrow.examination.rounds,
    refundRequests: [],
    disputes: [],
    divisions: [],
    moreTime: [],
    payouts: [],
    events: [],
    hold: null,
  }
  const paper = paperOf(statement, 'en')
  return wordsOf(
    <>
      <p>{paper.status.text}</p>
      {paper.sections.map((section) => (
        <PaperSheet key={inOneLine(section.title)} section={section} />
      ))}
    </>,
  )
}

/** Where the wallet asks, the page does not. */
function isSigned({ parts: { decision } }: EscrowView): boolean {
  return decision.is === 'open' && decision.approved === 'then_signed'
}
