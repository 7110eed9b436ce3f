import type { ReactNode } from 'react'

type EmptyStateProps = { title: string; text?: string | undefined; actions?: ReactNode }

/** An empty list: what would be here, and the way to the first entry. */
export function EmptyState({ title, text, actions }: EmptyStateProps) {
  return (
    <div className="sheet empty">
      <div>
        <h2>{title}</h2>
        {text && <p>{text}</p>}
        {actions && <div className="acts">{actions}</div>}
      </div>
      <svg viewBox="0 0 288 150" overflow="visible" aria-hidden="true">
        <path d="M0 124h600v90H0z" fill="var(--ink-5)" />
        <path d="M-30 110h162v90H-30z" fill="var(--ink-4)" />
        <path d="M-30 104h170v9H-30z" fill="var(--ink-3)" />
        <path d="M84 104V88h-8a8 8 0 0 1 0-16h44a8 8 0 0 1 0 16h-8v16z" fill="var(--ink-iron)" />
        <path
          d="M86 96c-18 10-40 6-50-4-8-9 2-18 14-14 14 5 8 22-6 24"
          stroke="var(--ink-brass)"
          strokeWidth="4"
          fill="none"
          strokeLinecap="round"
        />
        <path
          d="M160 132h34M212 132h18M176 148h52M250 144h22"
          stroke="var(--ink-3)"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
    </div>
  )
}
