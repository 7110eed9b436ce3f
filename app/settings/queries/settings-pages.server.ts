/** What the pages of the own account show besides the person's details. */
import type { Database } from '#app/kernel/db/client.server.ts'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { findOpenWork, hasTraded } from '#app/settings/db/closing.server.ts'
import { findLiveExport } from '#app/settings/db/data-exports.server.ts'
import { findFormWallets, listSavedWallets } from '#app/settings/db/saved-wallets.server.ts'
import { keptUntil, type OpenWork } from '#app/settings/domain/closing.ts'
import { isFormWallet } from '#app/settings/domain/form-wallet.ts'

/** `use`: what the person does with it. `expected`: for the seller that `sellerEmail` names. */
export type WalletView = {
  id: string
  use: 'paying' | 'expected' | 'payout'
  asset: Asset
  address: string
  memo: string | null
  sellerEmail: string | null
  label: string
  /** The forms begin with it. */
  isFirst: boolean
}

/** A person's saved wallets, the last used first. */
export async function loadSavedWallets(db: Database, userId: string): Promise<WalletView[]> {
  const [row, wallets] = await Promise.all([findFormWallets(db, userId), listSavedWallets(db, userId)])
  return wallets.map(({ savedAt: _, ...wallet }) => ({
    ...wallet,
    use: wallet.use === 'paying' ? 'paying' : row.role === 'seller' ? 'payout' : 'expected',
    isFirst: isFormWallet(row, wallet),
  }))
}

/** `until`: ISO 8601; null: nothing can be fetched now. */
export async function loadExport(db: Database, asked: { userId: string; now: Date }) {
  const found = await findLiveExport(db, asked)
  return found && { id: found.id, until: found.expiresAt.toISOString() }
}

export type ClosingPage = {
  open: OpenWork[]
  openCount: number
  /** Until when name and address would be kept, ISO 8601; null: nothing has to be. */
  keptUntil: string | null
  /** The same for screenings against sanctions lists, which are kept of everybody. */
  comparedUntil: string
}

const MOST_SHOWN = 20

/** `years`: how long is kept what the law requires. */
export async function loadClosing(
  db: Database,
  { userId, now, years }: { userId: string; now: Date; years: number },
): Promise<ClosingPage> {
  const [open, traded] = await Promise.all([findOpenWork(db, userId), hasTraded(db, userId)])
  const until = keptUntil(now, years).toISOString()
  return {
    open: open.slice(0, MOST_SHOWN),
    openCount: open.length,
    keptUntil: traded ? until : null,
    comparedUntil: until,
  }
}
