/**
 * Creates the demo accounts and coupon codes once; existing ones stay as they are. Refuses on public networks, where
 * anyone could sign in with the printed password. Run by `npm start`, or with `npm run seed`.
 */

import { TERMS_SUPPLEMENT, TERMS_VERSION } from '#app/accounts/domain/service-terms.ts'
import { openPasswords } from '#app/accounts/services/passwords.server.ts'
import { readDatabaseUrl } from '#app/config.server.ts'
import { type Database, inTransaction, openDatabase, type Transaction } from '#app/kernel/db/client.server.ts'
import { HARBOUR_ADDRESSES } from '#app/kernel/domain/harbour-addresses.ts'
import { DEMO_ACCOUNTS, DEMO_COUPONS } from './demo-accounts.ts'

type Account = (typeof DEMO_ACCOUNTS)[number]

/** Seeds the database. Safe to repeat. */
export async function seed(databaseUrl: string): Promise<void> {
  const db = openDatabase({ url: databaseUrl, connections: 2 })
  try {
    await seedAccounts(db)
    await seedCoupons(db)
  } finally {
    await db.$disconnect()
  }
}

async function seedAccounts(db: Database): Promise<void> {
  const known = await db.user.findMany({
    where: { email: { in: DEMO_ACCOUNTS.map(({ email }) => email) } },
    select: { email: true },
  })
  const passwords = openPasswords()
  for (const account of DEMO_ACCOUNTS) {
    if (known.some(({ email }) => email === account.email)) continue
    const hash = await passwords.hash(account.password)
    await inTransaction(db, (tx) => createAccount(tx, account, hash))
  }
  // Accounts made before addresses had to be confirmed.
  await db.user.updateMany({
    where: { email: { in: DEMO_ACCOUNTS.map(({ email }) => email) }, emailConfirmedAt: null },
    data: { emailConfirmedAt: new Date() },
  })
}

async function createAccount(tx: Transaction, account: Account, hash: string): Promise<void> {
  const isPilot = account.email.startsWith('pilot.')
  const hasPaid = account.email.startsWith('paid.')
  const now = new Date()
  await tx.user.create({
    data: {
      name: account.name,
      email: account.email,
      emailConfirmedAt: now,
      role: account.role,
      hasPaid,
      paidAt: hasPaid ? now : null,
      trialCredits: isPilot ? 1 : 0,
      plan: isPilot ? 'pilot' : null,
      pilotSource: isPilot ? 'freight' : null,
      pilotPerson: isPilot ? account.email : null,
      sanctionsConsent: true,
      consentTimestamp: now,
      termsVersion: TERMS_VERSION,
      serviceTerms: {
        create: { version: TERMS_VERSION, supplement: TERMS_SUPPLEMENT, at: now, occasion: 'registration' },
      },
      password: { create: { hash } },
    },
    select: { id: true },
  })
}

async function seedCoupons(db: Database): Promise<void> {
  await db.resellerCode.createMany({
    data: DEMO_COUPONS.map(({ code, active, discountRate, payoutRate }) => ({
      id: code,
      code,
      active,
      discountRate,
      payoutRate,
      resellerId: 'demo-reseller',
      resellerName: 'Demo Reseller',
    })),
    skipDuplicates: true,
  })
}

if (import.meta.main) {
  const { STELLAR_ESCROW_ACCOUNT } = process.env
  const databaseUrl = readDatabaseUrl(process.env)
  if (databaseUrl === null) throw new Error('DATABASE_URL is not set.')
  if (STELLAR_ESCROW_ACCOUNT && !HARBOUR_ADDRESSES.includes(STELLAR_ESCROW_ACCOUNT)) {
    throw new Error('Demo accounts are made beside the harbour only: their password is public.')
  }
  await seed(databaseUrl)
}
