import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireAdmin } from '#app/accounts/web/viewer.server.ts'
import { loadFigures } from '#app/admin/queries/figures.server.ts'
import { Tabs } from '#app/admin/routes/panel/list-parts.tsx'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { ASSETS } from '#app/kernel/domain/assets.ts'
import { formatAmount, formatDay, formatDecimal, formatUsd } from '#app/kernel/i18n/format.ts'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { EmptyState } from '#app/kernel/ui/page/empty-state.tsx'
import { PageHead } from '#app/kernel/ui/page/page.tsx'
import type { PageHandle } from '#app/kernel/ui/page/page-handle.ts'
import { MomentSentence } from '#app/kernel/ui/text/moment.tsx'
import { PERIODS } from '#app/records/figures/domain/periods.ts'
import { deps } from '#app/runtime.server.ts'
import { BarChart } from './bar-chart.tsx'
import { FigureSheet, FigureTable } from './figure-sheet.tsx'

export const handle: PageHandle = { title: 'pages.figures' }

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const asked = new URL(request.url).searchParams.get('by')
  const by = PERIODS.find((known) => known === asked) ?? 'day'
  return { by, figures: await loadFigures(deps.db, { by, now: deps.clock.now() }) }
}

export default function Figures() {
  const { t: common } = useTranslation()
  const t = useAdmin()
  const { by, figures } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={common('pages.figures')} lead={t('figures.lead')} />
      <Tabs
        label={t('figures.by.label')}
        tabs={PERIODS.map((period) => ({
          to: period === 'day' ? '/admin-panel/figures' : `/admin-panel/figures?by=${period}`,
          label: t(`figures.by.${period}`),
          isHere: period === by,
        }))}
      />
      {figures.addedAt === null ? (
        <EmptyState title={t('lists.empty')} />
      ) : (
        <>
          <p className="small muted">
            <MomentSentence at={figures.addedAt} text={(time) => t('figures.upTo', { time })} />
          </p>
          <Charts />
          <Open />
        </>
      )}
    </>
  )
}

type Series = {
  title: string
  values: { start: string; value: string | null; more?: string | null }[]
  write: (value: string) => string
}

function Charts() {
  const { i18n } = useTranslation()
  const t = useAdmin()
  const { by, figures } = useLoaderData<typeof loader>()
  const { language } = i18n
  const { rows } = figures
  const day = (start: string) => formatDay(`${start}T00:00:00Z`, language)
  const count = (value: number) => formatDecimal(String(value), language, 0)
  const decimal = (value: string | null) => (value === null ? '–' : formatDecimal(value, language, 1))
  const draw = ({ title, values, write }: Series) => {
    const bars = values.map(({ start, value, more }) => ({
      start,
      value: Number(value ?? 0),
      ...(more !== undefined && { more: Number(more ?? 0) }),
    }))
    const size = ({ value, more = 0 }: { value: number; more?: number }) => Math.max(value, more)
    const place = bars.reduce((best, bar, at) => (size(bar) > size(bars[best] ?? bar) ? at : best), 0)
    const { value, more } = values[place] ?? { value: null }
    const most = write((Number(more ?? 0) > Number(value ?? 0) ? more : value) ?? '0')
    const when = day(rows[place]?.start ?? '')
    const desc = t('figures.highest', { most, when })
    const ends = { first: day(rows[0]?.start ?? ''), last: day(rows.at(-1)?.start ?? '') }
    return <BarChart title={title} desc={desc} bars={bars} top={most} {...ends} />
  }
  const from = t('figures.from')
  return (
    <div className="charts">
      {ASSETS.map((asset) => {
        const title = t('figures.volume', { asset })
        const amount = (value: string) => formatAmount(value, asset, language)
        return (
          <FigureSheet
            key={asset}
            of="volume"
            by={by}
            title={title}
            heads={[from, t('nav.escrows'), t('figures.amount')]}
            rows={rows.map(({ start, funded }) => [
              day(start),
              count(funded[asset].count),
              amount(funded[asset].amount),
            ])}
          >
            {draw({
              title,
              values: rows.map(({ start, funded }) => ({ start, value: funded[asset].amount })),
              write: amount,
            })}
          </FigureSheet>
        )
      })}
      <FigureSheet
        of="fees"
        by={by}
        title={t('figures.fees')}
        heads={[from, t('figures.count'), t('figures.amount')]}
        rows={rows.map(({ start, fees, feesUsd }) => [day(start), count(fees), formatUsd(feesUsd, language)])}
      >
        {draw({
          title: t('figures.fees'),
          values: rows.map(({ start, feesUsd }) => ({ start, value: feesUsd })),
          write: (value) => formatUsd(value, language),
        })}
      </FigureSheet>
      <FigureSheet
        of="wait"
        by={by}
        title={t('figures.wait')}
        heads={[from, t('figures.released'), t('figures.median'), t('figures.nineOfTen')]}
        rows={rows.map(({ start, released, median, nineOfTen }) => [
          day(start),
          count(released),
          decimal(median),
          decimal(nineOfTen),
        ])}
      >
        {draw({
          title: t('figures.wait'),
          values: rows.map(({ start, median, nineOfTen }) => ({ start, value: median, more: nineOfTen })),
          write: decimal,
        })}
        <p className="small muted">{t('figures.waitKey')}</p>
      </FigureSheet>
      <FigureSheet
        of="rejected"
        by={by}
        title={t('figures.rejected')}
        heads={[from, t('figures.decisions'), t('figures.rejections'), t('figures.share')]}
        rows={rows.map(({ start, decisions, rejected, rejectedShare }) => [
          day(start),
          count(decisions),
          count(rejected),
          decimal(rejectedShare),
        ])}
      >
        {draw({
          title: t('figures.rejected'),
          values: rows.map(({ start, rejectedShare }) => ({ start, value: rejectedShare })),
          write: decimal,
        })}
      </FigureSheet>
    </div>
  )
}

function Open() {
  const { i18n } = useTranslation()
  const t = useAdmin()
  const { figures } = useLoaderData<typeof loader>()
  const { language } = i18n
  const title = t('figures.open')
  return (
    <Sheet title={title}>
      {ASSETS.map((asset) => {
        const held = figures.open.filter((row) => row.asset === asset)
        const most = held.reduce((best, row) => (Number(row.amount) > Number(best.amount) ? row : best))
        const amount = (value: string) => formatAmount(value, asset, language)
        return (
          <section key={asset} className="held">
            <h3>{asset}</h3>
            <BarChart
              title={`${title}: ${asset}`}
              desc={t('figures.highest', { most: amount(most.amount), when: t(`figures.age.${most.age}`) })}
              bars={held.map(({ age, amount: value }) => ({ start: age, value: Number(value) }))}
              top={amount(most.amount)}
              first={t('figures.age.day')}
              last={t('figures.age.older')}
            />
            <FigureTable
              title={`${title}: ${asset}`}
              heads={[t('figures.age.label'), t('nav.escrows'), t('figures.amount')]}
              rows={held.map(({ age, count, amount: value }) => [
                t(`figures.age.${age}`),
                formatDecimal(String(count), language, 0),
                amount(value),
              ])}
            />
          </section>
        )
      })}
      <p className="small">
        <a href="/admin-panel/figures.csv?of=open" aria-label={`${t('figures.csv')}: ${title}`}>
          {t('figures.csv')}
        </a>
      </p>
    </Sheet>
  )
}
