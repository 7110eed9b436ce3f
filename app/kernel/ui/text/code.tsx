import { classNames } from '#app/kernel/ui/forms/class-names.ts'
import { codeGroupsOf } from './code-groups.ts'
import { CopyButton } from './copy-button.tsx'

type CodeProps = {
  value: string
  /** Another value that should be equal: groups that differ from it are marked. */
  differsFrom?: string
  /** Characters in a group: 4 for addresses, 8 for hashes. */
  group?: number
  size?: 'small'
  /** `address` breaks into even lines of groups. */
  shape?: 'address' | 'even'
}

/** Anything that a person compares character by character. Copied without the gaps. */
export function Code({ value, differsFrom, group = 4, size, shape }: CodeProps) {
  const className = classNames(
    'code',
    size === 'small' && 'code--s',
    shape === 'address' && 'code--acct',
    shape === 'even' && 'code--even',
  )
  return (
    <code className={className}>
      {codeGroupsOf(value, { size: group, differsFrom }).map(({ text, start, differs }) =>
        differs ? <mark key={start}>{text}</mark> : <span key={start}>{text}</span>,
      )}
    </code>
  )
}

/** An ID or a shortened hash inside a line of text, not in groups. */
export function InlineCode({ children, size }: { children: string; size?: 'small' }) {
  return <code className={classNames('code', 'code--one', size === 'small' && 'code--s')}>{children}</code>
}

/** An ID in a row of its own, with a button that copies it. `what` names it for screen readers: "escrow ID". */
export function CopyRow({ value, what }: { value: string; what: string }) {
  return (
    <div className="idrow">
      <Code value={value} group={value.length} size="small" />
      <CopyButton value={value} what={what} />
    </div>
  )
}
