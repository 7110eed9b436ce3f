import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { findOwnCheck } from '#app/accounts/queries/own-check.server.ts'
import { forwarderLink } from '#app/accounts/queries/pilot-link.server.ts'
import { findRoleOffer } from '#app/accounts/queries/role-offer.server.ts'
import { CheckedNote } from '#app/accounts/ui/checked-note.tsx'
import { ConfirmEmailNote } from '#app/accounts/ui/confirm-email-note.tsx'
import { RoleSwitch } from '#app/accounts/ui/role-switch.tsx'
import { requireVisit } from '#app/accounts/web/viewer.server.ts'
import { listPayments, type PaymentRow } from '#app/fees/queries/paid-fees.server.ts'
import { findUnusedCover } from '#app/fees/queries/unused-fee.server.ts'
import {
  type ListPage,
  type ListPlace,
  readPlace,
  type WrittenPlace,
  writePlace,
} from '#app/kernel/domain/paging/list-place.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Pager } from '#app/kernel/ui/page/pager.tsx'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { pricesNow } from '#app/prices/queries/prices-now.server.ts'
import { worthBy } from '#app/prices/queries/worth-now.server.ts'
import { config, deps } from '#app/runtime.server.ts'
import { ForCustomer } from '#app/site/ui/for-customer.tsx'
import { byDue, dueGroupsOf } from '#app/trade/lookup/domain/due-order.ts'
import {
  type EscrowFilter,
  fitsFilter,
  isFiltering,
  noDays,
  readEscrowFilter,
  writeFilter,
} from '#app/trade/lookup/domain/escrow-filter.ts'
import {
  type EscrowRow,
  listEscrows,
  listInvitations,
  listTurns,
  type ReadEscrows,
} from '#app/trade/lookup/queries/escrow-pages.server.ts'
import { EscrowList } from '#app/trade/lookup/ui/escrow-list.tsx'
import { listFeeBacks } from '#app/unmatched/queries/fee-backs.server.ts'
import { escrowItem, PAGE_OF, type WorthRow } from './escrow-item.tsx'
import { FeeBackNote } from './fee-back-note.tsx'
import { FeeCard, type FeeView } from './fee-card.tsx'
import { FindForm, NothingFound } from './find-form.tsx'
import { NoEscrows } from './no-escrows.tsx'
import { Payments } from './payments.tsx'

export const handle: PageHandle = { title: 'nav.dashboard', ticker: 'off' }

const ROWS_PER_PAGE = 50
/** At most so many awaiting escrows are listed first; all are counted. */
const MOST_TURNS = 50

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireVisit('/dashboard', request)
  const role = viewer.role === 'seller' ? ('seller' as const) : ('buyer' as const)
  // Links in emails lead here.
  const query = new URL(request.url).searchParams
  const txid = query.get('txid')
  if (txid) throw redirect(`${PAGE_OF[role]}?txid=${encodeURIComponent(txid)}`)
  const place = readPlace({ after: query.get('after'), before: query.get('before') })
  const paid = readPlace({ after: query.get('paid-after'), before: query.get('paid-before') })
  const filter = readEscrowFilter(query)
  const [{ list, turns }, allInvitations, prices, offer] = await Promise.all([
    readEscrows(viewer, { role, place, filter }),
    listInvitations(deps.db, { viewer, now: deps.clock.now() }),
    pricesNow(deps.db, deps.clock.now()),
    findRoleOffer(deps.db, viewer.id),
  ])
  const invitations = allInvitations.filter((escrow) => fitsFilter(escrow, filter))
  const payments = await readPayments(viewer, { list, filter, place: paid })
  const withWorth = (escrow: EscrowRow) => ({
    ...escrow,
    worth: worthBy(prices, { ...escrow, asset: escrow.currency }),
  })
  return {
    role,
    isParty: isParty(viewer),
    fee: await findFeeCard(viewer),
    backs: await findBacks(viewer),
    canSubmit: viewer.canSubmit,
    check: await findOwnCheck(deps.db, viewer.id),
    unconfirmedEmail: viewer.hasConfirmedEmail ? null : viewer.email,
    escrows: list.rows.map(withWorth),
    pages: { previous: list.previous, next: list.next },
    turns: turns && { count: turns.length, rows: turns.slice(0, MOST_TURNS).map(withWorth) },
    invitations: invitations.map(withWorth),
    // A seller with an invitation is not offered another role.
    offer: allInvitations.length === 0 ? offer : null,
    payments,
    filter: writeFilter(filter),
    noDays: noDays(query),
    asked: { escrows: place ? writePlace(place) : {}, payments: paid ? ofPayments(writePlace(paid)) : {} },
    pilotLink: await forwarderLink(deps.db, { viewer, origin: config.origin }),
  }
}

/** The list, and on the first page without filter also everything that awaits the person. */
async function readEscrows(
  viewer: Viewer,
  asked: { role: 'buyer' | 'seller'; place: ListPlace | null; filter: EscrowFilter },
) {
  const { role, place, filter } = asked
  const [now, read] = [deps.clock.now(), new Map() satisfies ReadEscrows]
  const list = await listEscrows(deps.db, { viewerId: viewer.id, place, size: ROWS_PER_PAGE, filter, now, read })
  const isFirst = list.previous === null && !isFiltering(filter)
  const asksTurns = isFirst && isParty(viewer)
  return { list, turns: asksTurns ? await listTurns(deps.db, { id: viewer.id, role, now, read }) : null }
}

/** All payments of the person. With a filter, those of the escrow if exactly one was found, otherwise none. */
async function readPayments(
  { id: viewerId }: Viewer,
  { list, filter, place }: { list: ListPage<EscrowRow>; filter: EscrowFilter; place: ListPlace | null },
): Promise<ListPage<PaymentRow>> {
  const [found, ...others] = list.rows
  if (!isFiltering(filter)) return listPayments(deps.db, { viewerId, place })
  if (!found || others.length > 0) return { rows: [], previous: null, next: null }
  return listPayments(deps.db, { viewerId, place, of: found.transactionId })
}

function isParty({ role }: Viewer): boolean {
  return role === 'buyer' || role === 'seller'
}

/** Separate query parameters, since the page has two pagers. */
function ofPayments({ after, before }: WrittenPlace): Record<string, string> {
  return { ...(after && { 'paid-after': after }), ...(before && { 'paid-before': before }) }
}

function pathOf(...places: Record<string, string>[]): string {
  const query = new URLSearchParams(Object.assign({}, ...places)).toString()
  return query === '' ? '/dashboard' : `/dashboard?${query}`
}

/** Null: nothing to say about the service fee. */
async function findFeeCard(viewer: Viewer): Promise<FeeView | null> {
  if (viewer.role !== 'buyer' || viewer.feeStanding === 'for_good') return null
  if (viewer.trialCredits > 0) return { standing: 'pilot' }
  if (viewer.feeStanding !== 'unused') return { standing: viewer.feeStanding }
  const unused = await findUnusedCover(deps.db, viewer.id)
  return unused && { standing: 'unused', mostUsd: unused.mostUsd }
}

function findBacks({ id: userId }: Viewer) {
  const networks = { stellarPassphrase: deps.settings.stellarPassphrase, xrplNetworkId: config.xrpl.networkId }
  return listFeeBacks(deps.db, { userId, now: deps.clock.now(), networks })
}

export default function Dashboard() {
  const { t, i18n } = useTranslation()
  const { role, isParty, canSubmit, fee, check, unconfirmedEmail, escrows, payments, ...more } =
    useLoaderData<typeof loader>()
  const { backs, turns, pages, asked, invitations, offer, pilotLink, filter, noDays } = more
  const isFiltered = Object.keys(filter).length > 0
  const { others, finished, ...own } = dueGroupsOf({ turns: turns?.rows ?? null, escrows, role: isParty ? role : null })
  // An invited seller may have something to do, too.
  const asks = invitations.filter(({ turn }) => turn === role)
  const yours = [...own.yours, ...asks].toSorted(byDue)
  const first = yours[0]?.transactionId ?? null
  const reading = { t, language: i18n.language, role, canSubmit, first }
  const toItem = (escrow: WorthRow) => escrowItem(escrow, { ...reading, isInvited: invitations.includes(escrow) })
  const groups = [
    { title: t('dashboard.yours'), items: yours.map(toItem) },
    { title: t('dashboard.invitations'), items: invitations.filter((escrow) => !asks.includes(escrow)).map(toItem) },
    { title: t('dashboard.others'), items: others.map(toItem) },
    { title: t('dashboard.finished'), items: finished.map(toItem) },
  ]
  const count = (turns?.count ?? 0) + asks.length
  const needed = count > 0 ? t('dashboard.needYou', { count }) : t('dashboard.needNothing')
  // Only on the first page: the count includes escrows on other pages.
  const lead = (escrows.length === 0 && asks.length === 0) || pages.previous || isFiltered ? undefined : needed
  const worthAt = [...yours, ...escrows]
    .flatMap(({ worth, turn }) => (worth && turn !== 'nobody' ? worth.at : []))
    .sort()[0]
  return (
    <>
      <PageHead
        title={t('nav.dashboard')}
        lead={lead}
        actions={
          role === 'buyer' && canSubmit && escrows.length > 0 ? (
            <ButtonLink look={first === null && fee === null ? 'filled' : 'line'} to="/submit">
              {t('nav.submit')}
            </ButtonLink>
          ) : undefined
        }
      />
      {unconfirmedEmail !== null && (
        <ConfirmEmailNote
          title={t('pages.confirmEmail')}
          text={t('account.confirm.sentTo', { email: unconfirmedEmail })}
        />
      )}
      {check && <CheckedNote asked={check.asked} />}
      {offer?.isNamed && <RoleSwitch offer={offer} redirectTo="/dashboard" />}
      <FeeBackNote backs={backs} />
      {fee && <FeeCard fee={fee} isMain={first === null} />}
      {(isFiltered || noDays.length > 0 || escrows.length > 0) && <FindForm filter={filter} noDays={noDays} />}
      {isFiltered && escrows.length === 0 && invitations.length === 0 && <NothingFound />}
      {!isFiltered && escrows.length === 0 && invitations.length === 0 && (
        <NoEscrows role={isParty ? role : null} canSubmit={canSubmit && fee === null} />
      )}
      {groups.map(({ title, items }) => items.length > 0 && <EscrowList key={title} title={title} items={items} />)}
      {worthAt && (
        <p className="small muted group__note">
          <MomentSentence at={worthAt} text={(time) => t('dashboard.worth', { time })} />
        </p>
      )}
      <Pager list={pages} label={t('nav.dashboard')} pathOf={(place) => pathOf(filter, place, asked.payments)} />
      <Payments
        payments={payments.rows}
        page={PAGE_OF[role]}
        isOpen={isFiltered || Object.keys(asked.payments).length > 0}
      >
        <Pager
          list={payments}
          label={t('dashboard.payments.title')}
          pathOf={(place) => `${pathOf(filter, asked.escrows, ofPayments(place))}#payments`}
        />
      </Payments>
      {pilotLink && <ForCustomer link={pilotLink} />}
      {offer && !offer.isNamed && <RoleSwitch offer={offer} redirectTo="/dashboard" />}
    </>
  )
}
