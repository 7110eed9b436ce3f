/** Which account a payee with deposit authorisation has to authorise. */
import { expect, test } from 'vitest'
import { Decimal } from '#app/kernel/domain/money.ts'
import { findObstacle } from './accounts.server.ts'
import type { Session } from './session.server.ts'

const FEE = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe'
const ESCROW = 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY'
const PAYEE = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn'
const DEPOSIT_AUTH = 0x01000000

function serverWhere(letIn: string): () => Promise<Session> {
  const answers = (request: Record<string, unknown>): unknown =>
    request.command === 'account_info'
      ? {
          validated: true,
          account_data: { Balance: '10000000', Flags: DEPOSIT_AUTH, OwnerCount: 0, Sequence: 1 },
        }
      : { deposit_authorized: request.source_account === letIn }
  const session: Session = {
    ask: async (request, schema) => schema.parse(answers(request)),
    askOr: async (request, schema) => schema.parse(answers(request)),
    reserves: () => ({ base: new Decimal(1), perObject: new Decimal('0.2') }),
    onLedger: () => undefined,
    onTransaction: () => undefined,
    ended: Promise.resolve(),
    close: async () => undefined,
  }
  return async () => session
}

const payee = { asset: 'XRP', address: PAYEE, memo: null, amount: new Decimal(10) } as const
const settings = { ownAccounts: [FEE, ESCROW], payers: [ESCROW] }

test('a payee who lets in the account that pays is not in the way', async () => {
  expect(await findObstacle(serverWhere(ESCROW), payee, settings)).toBeNull()
})

test('a payee who lets in another of our accounts is', async () => {
  expect(await findObstacle(serverWhere(FEE), payee, settings)).toBe('deposit_auth')
})
