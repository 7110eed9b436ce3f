/** People of the tests, made by the workflows that make real ones. */

import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { confirmEmail } from '#app/accounts/workflows/confirm-email.server.ts'
import { registerUser } from '#app/accounts/workflows/register-user.server.ts'
import { byName, TEXTS } from '#app/escrow/domain/escrow-terms.ts'
import { quoteServiceFee } from '#app/fees/workflows/quote-service-fee.server.ts'
import { enqueue } from '#app/jobs/enqueue.server.ts'
import { inTransaction } from '#app/kernel/db/client.server.ts'
import type { TokenPurpose } from '#app/kernel/domain/account-token.ts'
import { type Asset, networkOf } from '#app/kernel/domain/assets.ts'
import { isRefusal } from '#app/kernel/domain/refusal.ts'
import type { Upload } from '#app/ports.ts'
import { handOutForm } from '#app/trade/opening/workflows/hand-out-form.server.ts'
import { openEscrow } from '#app/trade/opening/workflows/open-escrow.server.ts'
import type { EscrowSubmission } from '#app/trade/opening/workflows/submission.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { type PlayName, stellarPlayKey, xrplPlayWallet } from '#harbour/accounts.ts'
import type { World } from './world.ts'

/** The password of everybody who registers here. */
export const PASSWORD = 'a long enough phrase for tests'

export type Person = { id: string; email: string }

/** The value of a workflow that must not refuse here. */
export function granted<Value>(value: Value): Exclude<Value, { refused: unknown }> {
  if (isRefusal(value)) throw new Error(`refused: ${value.refused}`)
  return value as Exclude<Value, { refused: unknown }>
}

type Newcomer = {
  role: 'buyer' | 'seller'
  isPilot?: boolean
  /** Has followed the link of the first email; true by default. */
  isConfirmed?: boolean
}

export async function register(world: World, who: Newcomer): Promise<Person> {
  const { deps } = world
  const email = `${who.role}-${randomUUID()}@example.org`
  const registered = await registerUser(deps, {
    name: `A ${who.role}`,
    email,
    password: PASSWORD,
    role: who.role,
    isPilot: who.isPilot ?? false,
    locale: 'en',
  })
  const person = { id: granted(registered).userId, email }
  if (who.isConfirmed ?? true)
    granted(await confirmEmail(deps, { token: await tokenOf(world, person), userId: person.id }))
  return person
}

/** The token in a person's newest email. */
export async function tokenOf(
  { deps }: World,
  { id: userId }: Person,
  purpose: TokenPurpose = 'confirm_email',
): Promise<string> {
  const newest = { where: { userId, purpose }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] } as const
  return deps.accountToken({
    ...(await deps.db.accountToken.findFirstOrThrow({ ...newest, orderBy: [...newest.orderBy] })),
    purpose,
  })
}

export async function unpaidBuyer(world: World): Promise<Person> {
  return register(world, { role: 'buyer' })
}

export async function pilotBuyer(world: World): Promise<Person> {
  return register(world, { role: 'buyer', isPilot: true })
}

export async function seller(world: World): Promise<Person> {
  return register(world, { role: 'seller' })
}

/** A buyer who paid the fee with USDC, on the harbour's Stellar. */
export async function paidBuyer(world: World): Promise<Person> {
  const buyer = await unpaidBuyer(world)
  const quote = granted(
    await quoteServiceFee(world.deps, { userId: buyer.id, amountUsd: '20000', couponCode: '', asset: 'USDC' }),
  )
  await pay(world, {
    asset: 'USDC',
    to: quote.account,
    amount: quote.amountDue.toFixed(),
    memo: String(quote.reference),
  })
  const { stellar } = world.deps.accounts
  await readPayments(world, { network: 'stellar', account: stellar.fee })
  await world.workUntil(async () => (await hasPaid(world, buyer)) === true, 'the fee is paid')
  return buyer
}

export async function hasPaid({ deps }: World, person: Person): Promise<boolean> {
  return (await deps.db.user.findUniqueOrThrow({ where: { id: person.id } })).hasPaid
}

/** Pays from the harbour's wallet, as a browser would. Returns the hashes once they are in a closed ledger. */
export async function pay(
  { harbour }: Pick<World, 'harbour'>,
  order: { from?: PlayName; asset: Asset; to: string; amount: string; memo: string | null },
): Promise<string[]> {
  const response = await fetch(`${harbour.origin}/api/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ from: 'buyer', ...order, ...(order.memo === null && { mode: 'no_memo' }) }),
  })
  const answer = (await response.json()) as { hashes?: string[]; error?: string }
  if (!response.ok || !answer.hashes) throw new Error(`the wallet did not pay: ${JSON.stringify(answer)}`)
  return answer.hashes
}

/** Enqueues the reading of an account's payments, as the streams do. */
export async function readPayments(
  { deps }: World,
  of: { network: 'stellar' | 'xrpl'; account: string },
): Promise<void> {
  await inTransaction(deps.db, (tx) => enqueue(tx, { name: 'ingest_payments', payload: of }))
}

export function walletOf(asset: Asset, name: PlayName = 'seller'): string {
  return networkOf(asset) === 'stellar' ? stellarPlayKey(name).publicKey() : xrplPlayWallet(name).classicAddress
}

/** A checked upload, as readForm leaves it in the store. */
export async function upload(
  { deps }: { deps: Pick<Deps, 'storage'> },
  file: { field?: string; name?: string; content?: string } = {},
): Promise<Upload> {
  const content = Buffer.from(file.content ?? `%PDF-1.4\n${randomUUID()}\n%%EOF\n`)
  const key = `incoming/${randomUUID()}`
  await deps.storage.put(key, Readable.from(content))
  return {
    field: file.field ?? 'contract',
    fileName: file.name ?? 'contract.pdf',
    contentType: 'application/pdf',
    kind: 'pdf',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    key,
  }
}

export function submission(
  buyer: Person,
  changes: Partial<EscrowSubmission> & { currency: Asset; amount: string },
): EscrowSubmission {
  return {
    buyerId: buyer.id,
    type: 'auto',
    txid: '',
    ...byName(TEXTS, () => ''),
    sellerEmail: '',
    walletFrom: 'typed',
    walletAddress: walletOf(changes.currency),
    walletMemo: '',
    buyerWalletAddress: '',
    buyerMemoTag: '',
    contract: null,
    ...changes,
  }
}

export async function escrowOf(
  world: World,
  opened: { buyer: Person; asset: Asset; amount: string } & Partial<EscrowSubmission>,
): Promise<{ escrowId: string; transactionId: string }> {
  const { buyer, asset, ...changes } = opened
  return granted(await openEscrow(world.deps, submission(buyer, { ...changes, currency: asset })))
}

/** The buyer's form of /submit: its token, and the number to pay with in manual mode. */
export async function formOf({ deps }: World, buyer: Person): Promise<{ formToken: string; memo: string }> {
  const { token, reference } = await handOutForm(deps, { userId: buyer.id, token: randomUUID() })
  return { formToken: token, memo: String(reference) }
}

export async function seenDocuments({ deps }: { deps: Pick<Deps, 'db'> }, escrowId: string): Promise<string[]> {
  const rows = await deps.db.escrowDocument.findMany({ where: { escrowId, replacedAt: null }, select: { id: true } })
  return rows.map(({ id }) => id)
}

/** Pays the whole escrow, or `amount` of it, and lets the watcher read it. */
export async function fund(world: World, escrowId: string, amount?: string): Promise<string> {
  const escrow = await world.deps.db.escrow.findUniqueOrThrow({ where: { id: escrowId } })
  const [hash = ''] = await pay(world, {
    asset: escrow.currency,
    to: escrow.account,
    amount: amount ?? escrow.amount.toFixed(),
    memo: String(escrow.reference),
  })
  await readPayments(world, { network: networkOf(escrow.currency), account: escrow.account })
  await world.workUntil(
    async () => (await world.deps.db.ledgerPayment.count({ where: { hash, escrowId } })) === 1,
    'the deposit is seen',
  )
  return hash
}
