import type { ReactNode } from 'react'

/** Waiting for the ledger. Stands at the foot of a sheet (`bottom`); screen readers announce changes of its text. */
export function Watch({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="watch" role="status">
      <svg
        className="buoy"
        viewBox="0 0 40 40"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <g className="bob">
          <path d="M20 5v5M15 27l3-17h4l3 17M16.5 19h7" />
          <path d="M11 27h18l-2.5 5h-13z" fill="currentColor" />
        </g>
        <path d="M3 33c3 0 3 2 6 2s3-2 6-2 3 2 5 2 3-2 6-2 3 2 6 2 3-2 5-2" />
      </svg>
      <div>
        <h3>{title}</h3>
        <p>{children}</p>
      </div>
    </div>
  )
}
