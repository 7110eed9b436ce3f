import type { ReactNode } from 'react'
import { useAdmin } from '#app/admin/routes/panel/words.tsx'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { ActedOn } from '#app/kernel/ui/text/acted-on.tsx'
import type { Chart } from '#app/records/figures/domain/measures.ts'
import type { Period } from '#app/records/figures/domain/periods.ts'

type FigureSheetProps = {
  title: string
  of: Chart
  by: Period
  heads: readonly string[]
  /** The first cell is the heading of its row. */
  rows: readonly (readonly [string, ...string[]])[]
  children: ReactNode
}

export function FigureSheet({ title, of, by, heads, rows, children }: FigureSheetProps) {
  const t = useAdmin()
  return (
    <Sheet title={title}>
      {children}
      <Disclosure
        summary={
          <>
            {t('figures.table')}
            <ActedOn>{title}</ActedOn>
          </>
        }
      >
        <FigureTable title={title} heads={heads} rows={rows} />
      </Disclosure>
      <p className="small">
        <a href={`/admin-panel/figures.csv?of=${of}&by=${by}`} aria-label={`${t('figures.csv')}: ${title}`}>
          {t('figures.csv')}
        </a>
      </p>
    </Sheet>
  )
}

export function FigureTable({ title, heads, rows }: Pick<FigureSheetProps, 'title' | 'heads' | 'rows'>) {
  return (
    <table className="figures">
      <caption className="vh">{title}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, place) => (
              <td key={heads[place + 1]}>
                <bdi>{cell}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
