import type { ReactNode } from 'react'

/** What fewer readers look for, each part behind its heading. */
export function More({ parts }: { parts: { title: string; content: ReactNode }[] }) {
  return (
    <section className="sec">
      <div className="wrap">
        <div className="qa qa--parts">
          {parts.map(({ title, content }) => (
            <details key={title}>
              <summary>
                <h2>{title}</h2>
              </summary>
              {content}
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
