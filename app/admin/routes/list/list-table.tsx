import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type AdminListName, type ColumnShape, LIST_FACTS } from '#app/admin/domain/lists.ts'
import type { RowView } from '#app/admin/queries/lists/admin-list.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { isAsset } from '#app/kernel/domain/assets.ts'
import { PAYOUT_PURPOSES } from '#app/kernel/domain/payout-state.ts'
import { Tag, type Tone } from '#app/kernel/ui/frames/tag.tsx'
import { Amount, ForeignAmount, Usd } from '#app/kernel/ui/text/amount.tsx'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'
import { Email } from '#app/kernel/ui/text/email.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { nameOfColumn, nameOfList, nameOfProblem, nameOfState } from './words.ts'

type TableProps = { list: AdminListName; rows: readonly RowView[] }

/** A list as a table; on narrow screens each row is a card with labelled cells. */
export function ListTable({ list, rows }: TableProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const columns = Object.entries(LIST_FACTS[list].columns)
  const hasActs = list === 'letters' || list === 'payouts'
  const label = (key: string) => nameOfColumn(key, { t, common })
  return (
    <table className="rows" aria-label={nameOfList(list, t)}>
      <thead>
        <tr>
          <th scope="col">{label('at')}</th>
          {columns.map(([key]) => (
            <th key={key} scope="col">
              {label(key)}
            </th>
          ))}
          {hasActs && <th scope="col">{t('lists.column.act')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <Cell label={label('at')}>
              <Moment at={row.at} />
            </Cell>
            {columns.map(([key, shape]) => (
              <Cell key={key} label={label(key)}>
                {isEmpty(row, key) ? null : <Value list={list} row={row} column={key} shape={shape} />}
              </Cell>
            ))}
            {hasActs && (
              <Cell label={t('lists.column.act')}>
                <RowAction list={list} row={row} />
              </Cell>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isEmpty = (row: RowView, key: string) => (row[key] ?? '') === ''

function Cell({ label, children }: { label: string; children: ReactNode }) {
  return <td data-label={label}>{children ?? <span aria-hidden="true">–</span>}</td>
}

const TONES: Record<string, Tone> = {
  released: 'good',
  confirmed: 'good',
  counts: 'good',
  sent: 'good',
  problem: 'danger',
  blocked: 'danger',
  given_up: 'danger',
  failed: 'danger',
  locked: 'danger',
  held: 'attention',
}

type ValueProps = { list: AdminListName; row: RowView; column: string; shape: ColumnShape }

function Value({ list, row, column, shape }: ValueProps) {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const text = row[column] ?? ''
  switch (shape) {
    case 'amount': {
      const asset = row.asset ?? ''
      return isAsset(asset) ? <Amount value={text} asset={asset} /> : <ForeignAmount value={text} label={asset} />
    }
    case 'usd':
      return <Usd value={text} />
    case 'state':
      return (
        <>
          <Tag tone={TONES[text] ?? 'waiting'}>{nameOfState(text, { t, common }) ?? text}</Tag>
          {row.heldBy === 'ledger' && (
            <>
              {' '}
              <Tag>{common('pages.held')}</Tag>
            </>
          )}
        </>
      )
    case 'purpose': {
      const purpose = PAYOUT_PURPOSES.find((known) => known === text)
      return purpose ? t(`purpose.${purpose}`) : text
    }
    case 'problem':
      return nameOfProblem(list, text, { t, common, currency: row.asset ?? '' })
    case 'escrow':
      return (
        <Link to={`/admin-panel/escrows?txid=${encodeURIComponent(text)}`}>
          <InlineCode size="small">{text}</InlineCode>
        </Link>
      )
    case 'person': {
      const id = row[`${column}Id`]
      return id ? (
        <Link to={`/admin-panel/people/${id}`}>
          <Email address={text} />
        </Link>
      ) : (
        <Email address={text} />
      )
    }
    case 'hash':
      return row.explorer ? (
        <a href={row.explorer}>{<InlineCode size="small">{text}</InlineCode>}</a>
      ) : (
        <InlineCode size="small">{text}</InlineCode>
      )
    case 'code':
      return <InlineCode size="small">{text}</InlineCode>
    case 'text':
      return text.includes('@') ? <Email address={text} /> : <bdi>{text}</bdi>
  }
}

/** The action that a row offers directly; others have their own pages. */
function RowAction({ list, row }: { list: AdminListName; row: RowView }) {
  const t = useAdmin()
  const act = actionOf(list, row)
  return act ? <Link to={`/admin-panel/acts/${act}/${row.id}`}>{t(`acts.${act}.label`)}</Link> : null
}

function actionOf(list: AdminListName, row: RowView) {
  if (list === 'letters') return row.state === 'sent' || row.state === 'given_up' ? 'send_letter' : null
  if (row.state === 'held') return 'let_go'
  if (row.state === 'blocked' && row.problem === 'payout_failed') return 'retry_payout'
  return row.state === 'queued' || row.state === 'blocked' ? 'hold_payout' : null
}
