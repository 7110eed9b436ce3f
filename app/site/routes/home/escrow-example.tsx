import { useTranslation } from 'react-i18next'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Lines } from '#app/kernel/ui/progress/lines.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { InlineCode } from '#app/kernel/ui/text/code.tsx'

/** What an escrow looks like. An example; no real trade. */
export function EscrowExample() {
  const { t } = useTranslation()
  return (
    <figure className="slip" aria-label={t('home.example.label')}>
      <svg className="bitt" viewBox="0 0 132 70" aria-hidden="true">
        <path d="M22 70V34h-9a9 9 0 0 1 0-18h54a9 9 0 0 1 0 18h-9v36z" fill="var(--ink-iron)" />
        <path d="M20 47h40c26 4 50 2 72-20" stroke="var(--ink-brass)" strokeWidth="5" fill="none" />
        <path d="M20 56h40" stroke="var(--ink-brass)" strokeWidth="5" />
      </svg>
      <div className="slip__top">
        <span>
          {t('home.example.escrow')} <InlineCode size="small">auto_7K3MQ9XHW2TPV4ZD</InlineCode>
        </span>{' '}
        <Tag>{t('home.example.tag')}</Tag>{' '}
        <Tag tone="attention" icon="clock">
          {t('home.example.turn')}
        </Tag>
      </div>
      <div className="slip__sum">
        <b>
          <Amount value="412500" asset="XLM" />
        </b>{' '}
        <span className="muted small">{t('home.example.goods')}</span>
      </div>
      <Lines
        tall
        items={[
          { state: 'done', label: t('home.example.funded'), detail: t('home.example.fundedAt') },
          { state: 'done', label: t('home.example.confirmed'), detail: t('home.example.confirmedAt') },
          { state: 'now', label: t('home.example.documents'), detail: t('home.example.pending') },
          { state: 'out', label: t('home.example.release'), detail: t('home.example.whenAll') },
        ]}
      />
    </figure>
  )
}
