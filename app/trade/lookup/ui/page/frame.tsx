import { useNavigation } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NotNotifiedNote } from '#app/escrow/ui/notified.tsx'
import { OtherStandsStill } from '#app/escrow/ui/other-stands-still.tsx'
import { OtherUnreached } from '#app/escrow/ui/other-unreached.tsx'
import { WriteToUs } from '#app/kernel/ui/text/write-to-us.tsx'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'
import { type PagePart, placesOf } from '#app/trade/lookup/domain/places-of.ts'
import { EscrowTurn } from '#app/trade/lookup/ui/escrow-turn.tsx'
import { OtherDeposits } from '#app/trade/lookup/ui/later.tsx'
import { hasOnchainTasks, type OnchainPartView } from '#app/trade/lookup/ui/onchain/onchain-view.ts'
import { Details, FoldWays } from './folds.tsx'
import { Reach } from './reach.tsx'

type EscrowFrameProps = {
  escrow: PartyView
  held: OnchainPartView | null
  /** In the headline: link to the task elsewhere. */
  actions?: ReactNode
  /** Above the columns. */
  first?: ReactNode
  draw: (part: PagePart) => ReactNode
  opened: PagePart | null
}

/** The layout of an escrow's page for both sides: headline, task, second column, further actions, details. */
export function EscrowFrame({ escrow, held, actions, first, draw, opened }: EscrowFrameProps) {
  const { t } = useTranslation()
  const isBusy = useNavigation().state !== 'idle'
  const found = placesOf(escrow)
  const isHeldTask = held !== null && hasOnchainTasks(held)
  const places = { ...found, task: found.task.filter((part) => part !== 'held' || isHeldTask) }
  const each = (part: PagePart) => <Fragment key={part}>{draw(part)}</Fragment>
  const hasTask = places.task.length > 0
  const hasBeside = places.beside.length + places.ways.length > 0
  return (
    <>
      <EscrowTurn escrow={escrow} reader={escrow.reader} actions={actions} />
      {first}
      {held && <OtherDeposits escrow={escrow} hold={held.hold} reader={held.reader} isBusy={isBusy} />}
      <NotNotifiedNote escrow={escrow} />
      <OtherStandsStill escrow={escrow} />
      <OtherUnreached escrow={escrow} />
      <div className={hasTask && hasBeside ? 'task task--two' : 'task'}>
        {hasTask && <div>{places.task.map(each)}</div>}
        {places.beside.includes('decision') && <Reach escrow={escrow} />}
        {hasBeside && (
          <div>
            {places.beside.map(each)}
            <FoldWays escrow={escrow} places={places} draw={draw} opened={opened} />
          </div>
        )}
      </div>
      <Details escrow={escrow} places={places} draw={draw} opened={opened} />
      <WriteToUs subject={t('contact.aboutEscrow', { replace: { reference: escrow.transactionId } })} />
    </>
  )
}
