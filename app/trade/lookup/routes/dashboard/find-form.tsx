import { Form, Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { Button, buttonClass } from '#app/kernel/ui/forms/button.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field, Select } from '#app/kernel/ui/forms/field.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { EmptyState } from '#app/kernel/ui/page/empty-state.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { FILTER_STATES } from '#app/trade/lookup/domain/escrow-filter.ts'

type FindFormProps = {
  filter: Record<string, string>
  /** Invalid days as typed. */
  noDays: { name: 'from' | 'until'; typed: string }[]
}

/** Filters the list by URL: a plain GET form, so that the result can be shared, saved and gone back to. */
export function FindForm({ filter, noDays }: FindFormProps) {
  const { t } = useTranslation()
  const isFiltered = Object.keys(filter).length > 0
  const query = new URLSearchParams(filter).toString()
  const problems = noDays.map(({ name }) => ({ field: name, text: t('dashboard.find.noDay') }))
  const day = (name: 'from' | 'until') => {
    const wrong = noDays.find((typed) => typed.name === name)
    return { name, error: wrong ? t('dashboard.find.noDay') : null, defaultValue: wrong?.typed ?? filter[name] ?? '' }
  }
  return (
    <Disclosure summary={t('dashboard.find.title')} look="act" open={isFiltered || problems.length > 0}>
      {/* The key remounts the fields with the values of a new URL. */}
      <Form method="get" action="/dashboard" role="search" key={query} className="sheet">
        <ErrorSummary problems={problems} />
        <div className="sheet__in">
          <Field
            name="find"
            type="search"
            label={t('dashboard.find.text')}
            hint={t('dashboard.find.hint')}
            defaultValue={filter.find ?? ''}
            maxLength={100}
            autoComplete="off"
          />
          <div className="filters">
            <Select
              name="state"
              label={t('dashboard.find.state')}
              defaultValue={filter.state ?? ''}
              options={[
                { value: '', label: t('dashboard.find.all') },
                ...FILTER_STATES.map((value) => ({ value, label: t(`dashboard.find.${value}`) })),
              ]}
            />
            <Select
              name="asset"
              label={t('dashboard.find.asset')}
              defaultValue={filter.asset ?? ''}
              options={[
                { value: '', label: t('dashboard.find.all') },
                ...ASSETS.map((value) => ({ value, label: value })),
              ]}
            />
            <Field type="date" label={t('dashboard.find.from')} {...day('from')} />
            <Field type="date" label={t('dashboard.find.until')} {...day('until')} />
          </div>
          <Actions after>
            <Button look="line">{t('dashboard.find.show')}</Button>
            {isFiltered && <Link to="/dashboard">{t('dashboard.find.clear')}</Link>}
            {/* A plain link: the browser must save the file, and the router must not fetch it. */}
            <a className={buttonClass('quiet')} href={`/dashboard/escrows.csv${query && `?${query}`}`} download>
              {t('dashboard.find.csv')}
            </a>
          </Actions>
        </div>
      </Form>
    </Disclosure>
  )
}

export function NothingFound() {
  const { t } = useTranslation()
  return <EmptyState title={t('dashboard.find.none')} />
}
