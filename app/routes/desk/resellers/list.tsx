import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatUsd } from '#app/i18n/kernel/format.ts'
import { listResellers, typedResellerFilter } from '#app/queries/desk/resellers/reseller-list.server.ts'
import { FilterForm } from '#app/routes/desk/forms/filter-form.tsx'
import { pathWith, placeIn } from '#app/routes/desk/panel/list-path.ts'
import { useDesk } from '#app/routes/desk/panel/words.tsx'
import { deps } from '#app/runtime.server.ts'
import { ButtonLink } from '#app/ui/kernel/forms/button.tsx'
import { Field, Select } from '#app/ui/kernel/forms/field.tsx'
import { Sheet } from '#app/ui/kernel/frames/sheet.tsx'
import { Tag } from '#app/ui/kernel/frames/tag.tsx'
import { EmptyState } from '#app/ui/kernel/page/empty-state.tsx'
import { PageHead } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { Pager } from '#app/ui/kernel/page/pager.tsx'
import { Usd } from '#app/ui/kernel/text/amount.tsx'
import { Email } from '#app/ui/kernel/text/email.tsx'
import { requireAdmin } from '#app/web/accounts/viewer.server.ts'

export const handle: PageHandle = { title: 'pages.resellers' }

const PATH = '/admin-panel/resellers'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const query = new URL(request.url).searchParams
  const [typed, place] = [typedResellerFilter(query), placeIn(query)]
  const list = await listResellers(deps.db, { typed, place })
  if (list.rows.length === 0 && place) throw redirect(pathWith(PATH, typed))
  return { list, typed }
}

export default function Resellers() {
  const { t: common, i18n } = useTranslation()
  const t = useDesk()
  const { list, typed } = useLoaderData<typeof loader>()
  const isFiltered = typed.q !== '' || typed.state !== ''
  const hasAny = list.rows.length > 0 || isFiltered
  const make = <ButtonLink to={`${PATH}/new`}>{common('pages.newReseller')}</ButtonLink>
  return (
    <>
      <PageHead title={common('pages.resellers')} actions={hasAny && make} />
      {hasAny && (
        <FilterForm key={JSON.stringify(typed)} csvPath={pathWith(`${PATH}.csv`, typed)}>
          <Field
            name="q"
            label={t('lists.search')}
            hint={t('resellers.searchHint')}
            defaultValue={typed.q}
            autoComplete="off"
          />
          <Select
            name="state"
            label={t('lists.column.state')}
            defaultValue={typed.state}
            options={[
              { value: '', label: t('records.anyKind') },
              { value: 'active', label: t('resellers.active') },
              { value: 'inactive', label: t('resellers.inactive') },
            ]}
          />
        </FilterForm>
      )}
      {list.rows.length === 0 ? (
        <EmptyState
          title={t('lists.empty')}
          text={isFiltered ? t('lists.unknown') : undefined}
          actions={!isFiltered && make}
        />
      ) : (
        <Sheet>
          <ul className="payments">
            {list.rows.map(({ id, name, email, totals }) => (
              <li key={id}>
                <div>
                  <Link to={`${PATH}/${id}`}>
                    <bdi>{name}</bdi>
                  </Link>
                  {email && (
                    <p className="small muted">
                      <Email address={email} />
                    </p>
                  )}
                  <p className="small muted">
                    {common('reseller.earned')} {formatUsd(totals.earned, i18n.language)}
                  </p>
                </div>
                {totals.payable !== '0.00' && (
                  <span>
                    <Tag tone="attention">{common('reseller.state.payable')}</Tag> <Usd value={totals.payable} />
                  </span>
                )}
              </li>
            ))}
          </ul>
        </Sheet>
      )}
      <Pager list={list} label={t('paging.pages')} pathOf={(place) => pathWith(PATH, { ...typed, ...place })} />
    </>
  )
}
