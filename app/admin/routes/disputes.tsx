import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { type DisputeRow, listDisputes } from '#app/admin/queries/disputes.server.ts'
import { StateTabs } from '#app/admin/routes/panel/list-parts.tsx'
import { listPath, placeIn } from '#app/admin/routes/panel/list-path.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import type { WrittenPlace } from '#app/kernel/domain/paging/list-place.ts'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { EmptyState } from '#app/kernel/ui/page/empty-state.tsx'
import { PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Pager } from '#app/kernel/ui/page/pager.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'
import { Moment, MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { deps } from '#app/runtime.server.ts'

export const handle: PageHandle = { title: 'pages.disputes' }

const PATH = '/admin-panel/disputes'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const state = query.get('state') === 'decided' ? ('decided' as const) : ('open' as const)
  const list = await listDisputes(deps.db, { state, place: placeIn(query) })
  if (list.rows.length === 0 && placeIn(query)) throw redirect(pathOf(state))
  return { state, list, now: deps.clock.now().toISOString() }
}

const pathOf = (state: 'open' | 'decided', place?: WrittenPlace) =>
  listPath(PATH, { state: state === 'open' ? null : state, place })

export default function Disputes() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { state, list, now } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={common('pages.disputes')} />
      <StateTabs path={PATH} over="decided" here={state} />
      {list.rows.length === 0 ? (
        <EmptyState title={t('lists.empty')} />
      ) : (
        <ul className="deals">
          {list.rows.map((row) => (
            <Dispute key={row.id} row={row} isLate={row.ended === null && now > row.decideBy} />
          ))}
        </ul>
      )}
      <Pager list={list} label={t('paging.pages')} pathOf={(place) => pathOf(state, place)} />
    </>
  )
}

function Dispute({ row, isLate }: { row: DisputeRow; isLate: boolean }) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  return (
    <li className={classNames('deal', row.ended === null && 'deal--yours')}>
      <div>
        <Link to={`${PATH}/${row.id}`}>
          {t('disputes.between', { buyer: row.buyerName, seller: row.sellerName ?? t('disputes.noSeller') })}
        </Link>
        <small>
          <InlineCode size="small">{row.transactionId}</InlineCode>
        </small>
      </div>
      <div className="deal__sum">
        <Amount value={row.amount} asset={row.currency} />
      </div>
      <div className="deal__say deal__say--short">{row.reason}</div>
      <div className="deal__stage">
        <small>
          {row.ended ? t(`disputes.ended.${row.ended.as}`) : common(`lookup.settle.dispute.by.${row.openedBy}`)}
          <br />
          <Moment at={row.ended?.at ?? row.openedAt} as="day" />
          {!row.ended && (
            <>
              <br />
              <MomentSentence
                at={row.decideBy}
                as="day"
                text={(time) => t(isLate ? 'disputes.late' : 'disputes.by', { time })}
              />
            </>
          )}
        </small>
      </div>
      <Icon name="chev" flip />
    </li>
  )
}
