/** An operator sees free transactions that were paid from one wallet, whoever registers in between. */
import { expect, test } from 'vitest'
import { findSharedPilotWallets } from '#app/escrow/db/pilot-wallets.server.ts'
import { type Database, openDatabase } from '#app/kernel/db/client.server.ts'
import { freshDatabase } from '#tests/support/runner/database.ts'
import { aDueEscrow, arrived, at, aUser } from '#tests/support/world/rows.ts'

const DAY_MS = 86_400_000
const SINCE = new Date(at.getTime() - 30 * DAY_MS)

/** Creates a pilot who registered `days` before `at`, and whose escrow was paid from the wallet `from`. */
async function aPayingPilot(db: Database, { email, from, days }: { email: string; from: string; days: number }) {
  const createdAt = new Date(at.getTime() - days * DAY_MS)
  const pilot = await aUser(db, { role: 'buyer', plan: 'pilot', trialCredits: 0, email, createdAt })
  const payments = { create: { ...arrived('1.0000001'), fromAddress: from, seenAt: at } }
  await aDueEscrow(db, { buyerId: pilot.id, createdAt, payments })
}

test('a wallet of several pilots is shown, however many accounts that pay nothing have registered since', async () => {
  await using database = await freshDatabase()
  const db = openDatabase({ url: database.url, connections: 1 })
  await aPayingPilot(db, { email: 'ada@example.org', from: 'shared', days: 9 })
  await aPayingPilot(db, { email: 'bo@example.org', from: 'shared', days: 8 })
  await aPayingPilot(db, { email: 'cy@example.org', from: 'own', days: 7 })
  await db.user.createMany({
    data: Array.from({ length: 600 }, (_, n) => ({
      name: 'Somebody',
      email: `fresh-${n}@example.org`,
      role: 'buyer' as const,
      plan: 'pilot',
      trialCredits: 1,
      createdAt: at,
    })),
  })
  expect(await findSharedPilotWallets(db, SINCE)).toEqual([
    { address: 'shared', emails: ['ada@example.org', 'bo@example.org'], referrers: [] },
  ])
  await db.$disconnect()
})
