import type { ReactNode } from 'react'
import { classNames } from '#app/kernel/ui/forms/class-names.ts'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Code } from '#app/kernel/ui/text/code.tsx'

type WalletCardProps = {
  title: string
  address: string
  /** The wallet that should be the same; differing groups are marked. */
  differsFrom?: string
  /** A short label on the card that will be paid: "paid if you approve". */
  tag?: string
  /** Memo or tag, and what is known about the account. */
  children?: ReactNode
}

/** A wallet to compare with others; put such cards into WalletCards. */
export function WalletCard({ title, address, differsFrom, tag, children }: WalletCardProps) {
  return (
    <div className={classNames('wallet', tag && 'wallet--to')}>
      <p className="wallet__title">
        {title} {tag && <Tag tone="attention">{tag}</Tag>}
      </p>
      <Code value={address} differsFrom={differsFrom} shape="even" />
      {children && <p className="small muted">{children}</p>}
    </div>
  )
}

export function WalletCards({ children }: { children: ReactNode }) {
  return <div className="wallets">{children}</div>
}
