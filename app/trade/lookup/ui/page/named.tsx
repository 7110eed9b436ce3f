import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDay } from '#app/kernel/i18n/format.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Field } from '#app/kernel/ui/forms/field.tsx'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import type { PartyView } from '#app/trade/lookup/domain/escrow-view.ts'

type NamedProps = {
  escrow: PartyView
  /** The page's name, if the headline does not say it. */
  page?: string
  /** Error of the ID field. */
  error?: string | null
}

/** The escrow's name as in the list, and a search for another one. */
export function Named({ escrow, page, error = null }: NamedProps) {
  const { t, i18n } = useTranslation()
  const { texts, createdAt, reader, transactionId, buyerName, sellerName, sellerEmail } = escrow
  const other = reader === 'buyer' ? (sellerName ?? sellerEmail) : buyerName
  return (
    <div className="named">
      <p>
        {page && (
          <>
            {page}
            <br />
          </>
        )}
        <b>{texts.notes.trim() || t('dashboard.untitled', { date: formatDay(createdAt, i18n.language) })}</b>
        {other && (
          <>
            <Comma />
            <bdi>{other}</bdi>
          </>
        )}
      </p>
      <details className="seek no-print" open={error !== null}>
        <summary>
          <Icon name="find" />
          <span>{t('lookup.another')}</span>
        </summary>
        <Form method="get" role="search">
          <Field
            name="txid"
            label={t('lookup.search')}
            error={error}
            defaultValue={transactionId}
            autoComplete="off"
            code
          />
          <Button look="line">{t('lookup.go')}</Button>
        </Form>
      </details>
    </div>
  )
}
