import { Fragment } from 'react'
import { Facts } from '#app/kernel/ui/frames/facts.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'
import type {
  PaperBlock,
  PaperEntry,
  PaperEvent,
  PaperFact,
  PaperSection,
  PaperValue,
  PaperWords,
} from '#app/records/statement/domain/paper.ts'
import { inOneLine } from '#app/records/statement/domain/paper.ts'

/** A section of a document with the same text as its PDF. */
export function PaperSheet({ section }: { section: PaperSection }) {
  return (
    <Sheet title={<PaperText words={section.title} />}>
      {section.blocks.map((block) => (
        <Block key={block.kind} block={block} />
      ))}
    </Sheet>
  )
}

function Block({ block }: { block: PaperBlock }) {
  switch (block.kind) {
    case 'facts':
      return <PaperFacts facts={block.facts} />
    case 'sums':
      return <Sums facts={block.facts} sum={block.sum} />
    case 'entries':
      return block.entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a record keeps its order, and two of its entries may be alike
        <Entry key={index} entry={entry} />
      ))
    case 'events':
      return <Events heads={block.heads} events={block.events} />
    case 'nothing':
      return <p className="muted small">{block.text}</p>
  }
}

/** Labels and their values, at the start of the row: hashes and addresses are long. */
export function PaperFacts({ facts }: { facts: PaperFact[] }) {
  if (facts.length === 0) return null
  return (
    <dl className="record">
      {facts.map(({ label, values }) => (
        <div key={inOneLine(label)}>
          <dt>
            <PaperText words={label} />
          </dt>
          <dd>
            <Values values={values} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Sums({ facts, sum }: { facts: PaperFact[]; sum: string }) {
  const items = facts.map(({ label, values: [first, ...others], isTotal }) => ({
    label: <PaperText words={label} />,
    name: inOneLine(label),
    value: first && <Value value={first} />,
    detail: others.length > 0 && <Values values={others} />,
    total: isTotal,
  }))
  return (
    <>
      <Facts items={items} />
      <p className="small muted record__sum" suppressHydrationWarning>
        {sum}
      </p>
    </>
  )
}

function Entry({ entry: { title, aside, facts } }: { entry: PaperEntry }) {
  return (
    <section className="record__entry">
      <header>
        <h3>
          <PaperText words={title} />
        </h3>
        {aside && <Value value={aside} />}
      </header>
      <PaperFacts facts={facts} />
    </section>
  )
}

function Events({ heads, events }: { heads: { at: string; text: string; by: string }; events: PaperEvent[] }) {
  return (
    <table className="record__events">
      <thead>
        <tr>
          <th scope="col">{heads.at}</th>
          <th scope="col">{heads.text}</th>
          <th scope="col">{heads.by}</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ at, text, by, detail }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a record keeps its order, and two things may happen at once
          <tr key={index}>
            <td>
              <Value value={at} />
            </td>
            <td>
              {text} <Values values={detail} />
            </td>
            <td>{by}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Values({ values }: { values: PaperValue[] }) {
  return values.map((value, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a value keep their order
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className={value.kind === 'text' && value.isMuted ? 'record__line muted' : 'record__line'}>
        <Value value={value} />
      </span>
    </Fragment>
  ))
}

/** Marks the English text as English, so that screen readers pronounce it so. */
export function PaperText({ words }: { words: PaperWords }) {
  if (typeof words === 'string') return words
  return (
    <>
      {words.own} / <span lang="en">{words.english}</span>
    </>
  )
}

/** Typed text may have another direction than the page, and several lines. */
function Value({ value }: { value: PaperValue }) {
  switch (value.kind) {
    case 'text':
      return (
        <bdi className="record__text">
          <PaperText words={value.text} />
        </bdi>
      )
    case 'code':
      return <Code value={value.text} group={value.group ?? value.text.length} size="small" />
    case 'amount':
      return (
        <bdi className="amt" suppressHydrationWarning>
          {value.text}
        </bdi>
      )
    case 'time':
      // Digits and "UTC" read from left to right in every language.
      return (
        <time dateTime={value.iso} dir="ltr">
          {value.text}
        </time>
      )
    case 'link':
      return <a href={value.href}>{value.text}</a>
  }
}
