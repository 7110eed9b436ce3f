import type { FreightWords } from './words.ts'

export function Comparison({ words }: { words: FreightWords['comparison'] }) {
  return (
    <section className="sec">
      <div className="wrap">
        <h2>{words.title}</h2>
        <table className="versus">
          <caption className="vh">{words.title}</caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{words.problem}</th>
              <th scope="col">{words.fix}</th>
            </tr>
          </thead>
          <tbody>
            {words.rows.map((row) => (
              <tr key={row.about}>
                <th scope="row">{row.about}</th>
                <td data-at={words.problem}>
                  <b>{row.problem}</b> <span>{row.problemText}</span>
                </td>
                <td data-at={words.fix}>
                  <b>{row.fix}</b> <span>{row.fixText}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
