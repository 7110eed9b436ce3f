import { Link } from '@remix-run/react'
import { HashDisclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Comma } from '#app/kernel/ui/text/between.tsx'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import { Moment } from '#app/kernel/ui/text/moment.tsx'
import { listPath } from './list-path.ts'
import { useAdmin } from './words.tsx'

type TabsProps = { label: string; tabs: { to: string; label: string; isHere: boolean }[] }

export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className="tabs no-print" aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link to={tab.to} aria-current={tab.isHere ? 'page' : undefined}>
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The two halves of a list: open, which is its first page, and closed. `here`: null on neither. */
export function StateTabs({ path, over, here }: { path: string; over: 'closed' | 'decided'; here: string | null }) {
  const t = useAdmin()
  const tabs = (['open', over] as const).map((state) => ({
    to: listPath(path, { state: state === 'open' ? null : state }),
    label: t(`paging.${state}`),
    isHere: state === here,
  }))
  return <Tabs label={t('paging.label')} tabs={tabs} />
}

export function ByAndWhen({ by, at }: { by: string; at: string }) {
  return (
    <p className="small muted">
      <bdi>{by}</bdi>
      <Comma />
      <Moment at={at} />
    </p>
  )
}

/** The hash of a transaction, to compare, copy and look up. */
export function HashRow({ hash, explorer }: { hash: string; explorer?: string | null }) {
  const t = useAdmin()
  return (
    <div className="seen__hash">
      <HashDisclosure label={t('cases.facts.hash')} hash={hash} />
      <CopyButton value={hash} what={t('cases.facts.hash')} />
      {explorer && <a href={explorer}>{t('cases.facts.explorer')}</a>}
    </div>
  )
}
