import type { ReactNode } from 'react'

/** Parts that fewer readers need, each folded behind its heading. */
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
