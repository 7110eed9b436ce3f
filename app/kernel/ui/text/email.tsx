import { Fragment } from 'react'

/** An email address that breaks only after `@`, and before a dot or a plus; never within a word. */
export function Email({ address }: { address: string }) {
  const parts = address.split(/(?<=@)|(?=[.+])/)
  return (
    <bdi>
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address stay in their order
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  )
}
