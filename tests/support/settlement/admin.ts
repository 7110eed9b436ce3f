/** The tests' operator, and work for the operator. */

import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs } from '@remix-run/node'
import type { Asset } from '#app/kernel/domain/assets.ts'
import { openDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { stateRefundWallet } from '#app/trade/refunds/workflows/state-refund-wallet.server.ts'
import {
  escrowOf,
  fund,
  granted,
  type Person,
  pilotBuyer,
  seller,
  upload,
  walletOf,
} from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import type { World } from '#tests/support/world/world.ts'

/** Operator accounts are made by hand, never by registration. */
export async function operator({ deps }: World): Promise<Person & { password: string }> {
  const password = 'an operator of the tests'
  const email = `operator-${randomUUID()}@example.org`
  const { id } = await deps.db.user.create({
    data: {
      name: 'An operator',
      email,
      emailConfirmedAt: deps.clock.now(),
      role: 'admin',
      password: { create: { hash: await deps.passwords.hash(password) } },
    },
  })
  return { id, email, password }
}

export type Disputed = {
  escrowId: string
  transactionId: string
  disputeId: string
  buyer: Person
  seller: Person
}

type Dispute = {
  asset: Asset
  amount: string
  /** The seller has confirmed, and so stated a payout wallet; true by default. */
  isConfirmed?: boolean
  /** The buyer has stated a refund wallet; true by default. */
  hasRefundWallet?: boolean
}

/** A funded escrow that its buyer disputed. */
export async function disputed(world: World, of: Dispute): Promise<Disputed> {
  const { deps } = world
  const { asset, amount, isConfirmed = true, hasRefundWallet = true } = of
  const buyer = await pilotBuyer(world)
  const sellerPerson = await seller(world)
  const { escrowId, transactionId } = await escrowOf(world, { buyer, asset, amount, sellerEmail: sellerPerson.email })
  await fund(world, escrowId)
  if (isConfirmed) {
    granted(
      await confirmShipment(deps, {
        transactionId,
        sellerId: sellerPerson.id,
        walletAddress: walletOf(asset),
        walletMemo: '',
        files: [{ type: 'BillOfLading', upload: await upload(world, { field: 'BillOfLading', name: 'bill.pdf' }) }],
      }),
    )
  }
  const { dispute } = granted(
    await openDispute(deps, { escrowId, userId: buyer.id, reason: 'Half of the bags are wet.' }),
  )
  if (hasRefundWallet) {
    const wallet = { address: walletOf(asset, 'second-buyer'), memo: '' }
    granted(await stateRefundWallet(deps, { escrowId, buyerId: buyer.id, wallet }))
  }
  return { escrowId, transactionId, disputeId: dispute?.id ?? '', buyer, seller: sellerPerson }
}

export type Sent = {
  person?: Person | null
  path?: string
  params?: Record<string, string>
  headers?: Record<string, string>
}

/** The Admin Panel's routes in this world. Close it before the world. */
export async function openDesk(world: World) {
  setRuntime(world)
  const { closeLimits } = await import('#app/kernel/web/http/limits.server.ts')
  return {
    admin: await import('#app/accounts/routes/operator-sign-in.tsx'),
    layout: await import('#app/admin/routes/panel/route.tsx'),
    overview: await import('#app/admin/routes/overview/route.tsx'),
    cases: await import('#app/admin/routes/unmatched/route.tsx'),
    disputes: await import('#app/admin/routes/disputes.tsx'),
    dispute: await import('#app/admin/routes/dispute/route.tsx'),
    books: await import('#app/admin/routes/books.tsx'),
    outgoing: await import('#app/admin/routes/outgoing/route.tsx'),
    escrows: await import('#app/admin/routes/escrows.tsx'),
    lists: await import('#app/admin/routes/lists.tsx'),
    list: await import('#app/admin/routes/list/route.tsx'),
    csv: await import('#app/admin/routes/list-csv.ts'),
    person: await import('#app/admin/routes/person/route.tsx'),
    act: await import('#app/admin/routes/action/route.tsx'),
    /** A person's request for a page; with `fields` a submitted form. */
    async ask(sent: Sent, fields?: Record<string, string>): Promise<ActionFunctionArgs> {
      const headers = new Headers(sent.headers ?? (fields ? { Origin: ORIGIN } : {}))
      if (sent.person) headers.set('Cookie', await cookieOf(world, sent.person))
      const init = fields ? { method: 'POST', body: new URLSearchParams(fields), headers } : { headers }
      return { request: new Request(ORIGIN + (sent.path ?? '/'), init), params: sent.params ?? {}, context: {} }
    },
    [Symbol.asyncDispose]: closeLimits,
  }
}
export type AdminPanelOf = Awaited<ReturnType<typeof openDesk>>

/** The answer that a loader or action throws instead of a page. */
export async function thrownBy(answer: Promise<unknown>): Promise<Response> {
  return answer.then(
    () => {
      throw new Error('it answered with a page')
    },
    (thrown: unknown) => {
      if (thrown instanceof Response) return thrown
      throw thrown
    },
  )
}

export function refusalOf(answer: unknown): string | undefined {
  const shown = answer as { data?: { refusal?: { refused: string } | null } }
  return shown.data?.refusal?.refused
}
