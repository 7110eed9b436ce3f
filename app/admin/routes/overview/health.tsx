import { useTranslation } from 'react-i18next'
import type { AdminOverview } from '#app/admin/queries/overview.server.ts'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { formatList } from '#app/kernel/i18n/format.ts'
import { type Fact, Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'

/** Whether the worker runs, and whether the price services answer. */
export function Health({ desk }: { desk: AdminOverview }) {
  const { i18n } = useTranslation()
  const t = useAdmin()
  const { worker, services, quotes } = desk
  const facts: Fact[] = [
    {
      label: t('overview.worker'),
      value: worker.ranAt ? <Moment at={worker.ranAt} as="relative" /> : t('overview.neverAnswered'),
    },
    ...(worker.failedJobs > 0
      ? [{ label: t('overview.failedJobs'), value: String(worker.failedJobs), detail: t('overview.failedJobsText') }]
      : []),
    ...services.map(({ name, goodAt, failures }) => ({
      label: t('overview.price', { name }),
      value: goodAt ? <Moment at={goodAt} as="relative" /> : t('overview.neverAnswered'),
      detail: failures > 0 && t('overview.failures', { count: failures }),
    })),
    ...alike(quotes).map(({ assets, by }) => ({
      label: t('overview.quotes', { asset: formatList(assets, i18n.language) }),
      value: t(`overview.quote.${by}`),
    })),
  ]
  return (
    <Sheet title={t('overview.health')} id="health" className="runs">
      {worker.isSilent && (
        <Note tone="danger" role="status">
          <p>{t('overview.workerText')}</p>
        </Note>
      )}
      <Facts items={facts} />
    </Sheet>
  )
}

type Quotes = AdminOverview['quotes']

/** Groups assets whose fee quotes have the same source. */
function alike(quotes: Quotes): { by: Quotes[number]['by']; assets: string[] }[] {
  const kinds = [...new Set(quotes.map(({ by }) => by))]
  return kinds.map((by) => ({ by, assets: quotes.flatMap((quote) => (quote.by === by ? [quote.asset] : [])) }))
}
