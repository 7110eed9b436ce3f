import { Link } from '@remix-run/react'

type TabsProps = { label: string; tabs: { to: string; label: string; isHere: boolean }[] }

/** Two halves of a list, as links. */
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
