import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { listResellers, typedResellerFilter } from '#app/admin/queries/resellers/reseller-list.server.ts'
import { FilterForm } from '#app/admin/routes/forms/filter-form.tsx'
import { pathWith, placeIn } from '#app/admin/routes/panel/list-path.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { formatUsd } from '#app/kernel/i18n/format.ts'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Field, Select } from '#app/kernel/ui/forms/field.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { EmptyState } from '#app/kernel/ui/page/empty-state.tsx'
import { PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { Pager } from '#app/kernel/ui/page/pager.tsx'
import { Usd } from '#app/kernel/ui/text/amount.tsx'
import { Email } from '#app/kernel/ui/text/email.tsx'
import { deps } from '#app/runtime.server.ts'

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
  const t = useAdmin()
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
