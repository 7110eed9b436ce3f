import { Form, Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ASSETS } from '#app/domain/kernel/assets.ts'
import { FILTER_STATES } from '#app/domain/lookup/escrow-filter.ts'
import { Button, buttonClass } from '#app/ui/kernel/forms/button.tsx'
import { Field, Select } from '#app/ui/kernel/forms/field.tsx'
import { Disclosure } from '#app/ui/kernel/frames/disclosure.tsx'
import { EmptyState } from '#app/ui/kernel/page/empty-state.tsx'
import { Actions } from '#app/ui/kernel/page/page.tsx'

type Filter = Record<string, string>

/** Narrows the list down, by the address: a plain form that can be sent on, kept and gone back from. */
export function FindForm({ filter }: { filter: Filter }) {
  const { t } = useTranslation()
  const isFiltered = Object.keys(filter).length > 0
  const query = new URLSearchParams(filter).toString()
  return (
    <Disclosure summary={t('dashboard.find.title')} look="act" open={isFiltered}>
      {/* Another address begins with what it says. */}
      <Form method="get" action="/dashboard" role="search" key={query}>
        <Field
          name="find"
          type="search"
          label={t('dashboard.find.text')}
          hint={t('dashboard.find.hint')}
          defaultValue={filter.find ?? ''}
          maxLength={100}
          autoComplete="off"
        />
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
          options={[{ value: '', label: t('dashboard.find.all') }, ...ASSETS.map((value) => ({ value, label: value }))]}
        />
        <Field name="from" type="date" label={t('dashboard.find.from')} defaultValue={filter.from ?? ''} short />
        <Field name="until" type="date" label={t('dashboard.find.until')} defaultValue={filter.until ?? ''} short />
        <Actions after>
          <Button look="line">{t('dashboard.find.show')}</Button>
          {isFiltered && <Link to="/dashboard">{t('dashboard.find.clear')}</Link>}
          {/* A plain link: the browser saves the file, the router must not fetch it. */}
          <a className={buttonClass('quiet')} href={`/dashboard/escrows.csv${query && `?${query}`}`} download>
            {t('dashboard.find.csv')}
          </a>
        </Actions>
      </Form>
    </Disclosure>
  )
}

export function NothingFound() {
  const { t } = useTranslation()
  return <EmptyState title={t('dashboard.find.none')} text={t('dashboard.find.noneText')} />
}
