import type { DeskOverview } from '#app/queries/desk-overview.server.ts'
import { type Fact, Facts } from '#app/ui/facts.tsx'
import { Moment } from '#app/ui/moment.tsx'
import { Note } from '#app/ui/note.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { useDesk } from '../admin-panel/words.tsx'

/** Is the worker alive, and do the price services answer? */
export function Health({ desk }: { desk: DeskOverview }) {
  const t = useDesk()
  const { worker, services, quotes } = desk
  const facts: Fact[] = [
    {
      label: t('overview.worker'),
      value: worker.beatAt ? <Moment at={worker.beatAt} as="relative" /> : t('overview.workerNever'),
    },
    ...services.map(({ name, goodAt, failures }) => ({
      label: t('overview.price', { name }),
      value: goodAt ? <Moment at={goodAt} as="relative" /> : t('overview.neverAnswered'),
      detail: failures > 0 && t('overview.failures', { count: failures }),
    })),
    ...quotes.map(({ asset, by }) => ({
      label: t('overview.quotes', { asset }),
      value: t(`overview.quote.${by}`),
    })),
  ]
  return (
    <Sheet title={t('overview.health')}>
      {worker.isSilent && (
        <Note tone="danger" role="status">
          <p>{t('overview.workerText')}</p>
        </Note>
      )}
      <Facts items={facts} />
    </Sheet>
  )
}
