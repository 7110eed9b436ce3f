/** Many that wait for their money, and the requests to ledgers meanwhile. */

import type { Database } from '#app/kernel/db/client.server.ts'
import type { Ledger } from '#app/ledgers/ledger.ts'
import type { Deps } from '#app/workflow-deps.ts'
import type { World } from './world.ts'

/** Open quotes and unfunded escrows, numbered `from` to `to`, all of one buyer. */
export async function letWait(
  world: { deps: { db: Database; accounts: Deps['accounts'] } },
  { ownerId, from, to }: { ownerId: string; from: number; to: number },
): Promise<void> {
  const { db, accounts } = world.deps
  await db.$executeRaw`
    insert into "payment_reference" ("number")
    select 1000000000 + n from generate_series(${from * 2}::int, ${to * 2 + 1}::int) as n
    on conflict do nothing`
  await db.$executeRaw`
    insert into "fee_quote" ("id", "userId", "amountUsd", "grossUsd", "couponDiscountUsd", "minimumTopUpUsd", "netUsd",
      "feeDiscountUsd", "commissionUsd", "asset", "account", "reference", "amountDue", "priceUsd", "priceSource", "priceAt",
      "lockedAt", "expiresAt")
    select gen_random_uuid(), ${ownerId}::uuid, 20000, 150, 0, 0, 150, 0, 0, 'XLM', ${accounts.stellar.fee},
      1000000000 + n * 2, 1363.6364, 0.11, 'CoinGecko', now(), now(), now() + interval '15 minutes'
    from generate_series(${from}::int, ${to}::int) as n`
  await db.$executeRaw`
    insert into "escrow" ("id", "transactionId", "type", "buyerId", "currency", "amount", "account", "reference",
      "walletAddress", "updatedAt")
    select gen_random_uuid(), 'auto_' || lpad(n::text, 20, '0'), 'auto', ${ownerId}::uuid, 'XLM', 1000, ${accounts.stellar.escrow},
      1000000000 + n * 2 + 1, 'G', now()
    from generate_series(${from}::int, ${to}::int) as n`
  await db.$executeRaw`analyze "payment_reference", "fee_quote", "escrow"`
}

/** How often the ledgers' ports are called during the work. */
export async function callsDuring({ deps }: Pick<World, 'deps'>, work: () => Promise<void>): Promise<number> {
  const real = deps.ledgers
  let calls = 0
  const count = () => {
    calls += 1
  }
  deps.ledgers = { stellar: counted(real.stellar, count), xrpl: counted(real.xrpl, count) }
  try {
    await work()
  } finally {
    deps.ledgers = real
  }
  return calls
}

function counted(ledger: Ledger, count: () => void): Ledger {
  return new Proxy(ledger, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        count()
        return member.apply(target, args) as unknown
      }
    },
  })
}
