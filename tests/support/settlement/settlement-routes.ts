/** The two pages on which an escrow ends other than by approval, through their routes, for the people of one world. */

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { openDispute } from '#app/trade/disputes/workflows/open-dispute.server.ts'
import { askForRefund } from '#app/trade/refunds/workflows/ask-for-refund.server.ts'
import {
  seller as aSeller,
  escrowOf,
  fund,
  granted,
  type Person,
  paidBuyer,
  walletOf,
} from '#tests/support/world/people.ts'
import { cookieOf, ORIGIN, setRuntime } from '#tests/support/world/routes.ts'
import { openWorld, type World } from '#tests/support/world/world.ts'

/** The buyer's refund wallet. */
export const BACK = walletOf('XLM', 'second-buyer')

type Page = 'lookup' | 'confirmation'
export type Fields = Record<string, string>
export type Sent = { page?: Page; by: Person | null; txid: string; fields: Fields }
type Told = { refused?: string; field?: string; said?: string | null; sure?: string; deny?: string }
type Escrow = { escrowId: string; transactionId: string }
export type SettlementRoutes = Awaited<ReturnType<typeof openSettlementRoutes>>

/** A world of its own, its routes, a buyer and a seller. Close it at the end: that closes the world. */
export async function openSettlementRoutes(settings: Record<string, string> = {}) {
  const world = await openWorld()
  setRuntime(world, settings)
  const lookup = await import('#app/trade/lookup/routes/transaction-lookup/route.tsx')
  const confirmation = await import('#app/trade/documents/routes/seller-confirm/route.tsx')
  const { closeLimits } = await import('#app/kernel/web/http/limits.server.ts')
  const buyer = await paidBuyer(world)
  const seller = await aSeller(world)

  async function funded(): Promise<Escrow> {
    const escrow = await escrowOf(world, { buyer, asset: 'XLM', amount: '10', sellerEmail: seller.email })
    await fund(world, escrow.escrowId)
    return escrow
  }

  return {
    world,
    buyer,
    seller,
    lookup,
    /** Submits a form as a browser without JavaScript does. Returns the result in short. */
    async send({ page = 'lookup', by, txid, fields }: Sent): Promise<Told> {
      const path = page === 'lookup' ? '/transaction-lookup' : '/seller-confirm'
      const request = new Request(`${ORIGIN}${path}?txid=${txid}`, {
        method: 'POST',
        headers: await headersOf(world, by),
        body: new URLSearchParams({ txid, ...fields }),
      })
      const args: ActionFunctionArgs = { request, params: {}, context: {} }
      const run: Promise<unknown> = page === 'lookup' ? lookup.action(args) : confirmation.action(args)
      return inShort(await run.catch((thrown: unknown) => thrown))
    },
    async viewOf(person: Person, txid: string, page: Page = 'lookup') {
      const request = new Request(`${ORIGIN}/?txid=${txid}`, { headers: await headersOf(world, person) })
      const args: LoaderFunctionArgs = { request, params: {}, context: {} }
      return page === 'lookup' ? lookup.loader(args) : confirmation.loader(args)
    },
    /** A funded escrow whose buyer has named the seller. */
    funded,
    /** Funded, and the buyer has asked for a refund. */
    async asked(): Promise<Escrow> {
      const escrow = await funded()
      const wallet = { address: BACK, memo: '' }
      granted(await askForRefund(world.deps, { ...escrow, buyerId: buyer.id, reason: 'The vessel sank.', wallet }))
      return escrow
    },
    /** Funded, and the buyer has opened a dispute. */
    async disputed(): Promise<Escrow> {
      const escrow = await funded()
      granted(await openDispute(world.deps, { ...escrow, userId: buyer.id, reason: 'Wet bags.' }))
      return escrow
    },
    async close(): Promise<void> {
      await closeLimits()
      await world[Symbol.asyncDispose]()
    },
  }
}

/** The headers of this person's browser; null: only the form's origin. */
export async function headersOf(world: World, person: Person | null): Promise<Headers> {
  const headers = new Headers({ Origin: ORIGIN })
  if (person) headers.set('Cookie', await cookieOf(world, person))
  return headers
}

async function inShort(answer: unknown): Promise<Told> {
  if (answer instanceof Response) {
    const to = answer.headers.get('Location')
    if (to !== null) return { said: new URL(to, ORIGIN).searchParams.get('settled') }
    return { deny: ((await answer.json()) as { deny: string }).deny }
  }
  const { data } = answer as { data: { refusal?: Told | null; problems?: Told[]; settled: Told | null } }
  const refusal = data.refusal ?? data.problems?.[0]
  if (refusal) return { refused: refusal.refused ?? '', ...(refusal.field && { field: refusal.field }) }
  return { sure: data.settled?.sure ?? '' }
}
