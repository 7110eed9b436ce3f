/** The page of an on-chain escrow and the form that opens one, through their routes, for the people of one world. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { Asset } from '#app/kernel/domain/assets.ts'
import type { StoredAgreement } from '#app/trade/onchain/db/onchain-escrows.server.ts'
import { writeDay } from '#app/trade/terms/domain/working-days.ts'
import { headersOf, openSettlementRoutes } from '#tests/support/settlement/settlement-routes.ts'
import { type Person, walletOf } from '#tests/support/world/people.ts'
import { ORIGIN } from '#tests/support/world/routes.ts'
import { deposit, type OnchainTrade, pollDeposits, prepared } from './holds.ts'

export type Opened = OnchainTrade & { txid: string }
type Sent = { by: Person | null; txid: string; fields: Record<string, string> }

const args = (request: Request): ActionFunctionArgs & LoaderFunctionArgs => ({ request, params: {}, context: {} })
const orThrown = (answer: Promise<unknown>) => answer.catch((thrown: unknown) => thrown)

export type OnchainRoutes = Awaited<ReturnType<typeof openOnchainRoutes>>

/** The address to which a SEP-7 link asks wallets to send what they signed. */
export function callbackOf(uri: string): string {
  return new URLSearchParams(uri.split('?')[1]).get('callback')?.replace(/^url:/, '') ?? ''
}

/** A world of its own with a buyer and a seller. Close it at the end: that closes the world. */
export async function openOnchainRoutes() {
  const routes = await openSettlementRoutes()
  const submit = await import('#app/trade/opening/routes/submit/route.tsx')
  const held = await import('#app/trade/onchain/routes/route.tsx')
  const recovery = await import('#app/trade/onchain/routes/recovery.ts')
  const signed = await import('#app/trade/onchain/routes/signed.ts')
  const { world, buyer, seller } = routes
  await world.deps.db.user.update({ where: { id: buyer.id }, data: { hasPaid: true } })
  const inDays = (days: number) => writeDay(new Date(world.deps.clock.now().getTime() + days * 86_400_000))

  /** Submits the form of /submit, as a browser without JavaScript does. */
  async function open(asset: Asset, changes: Record<string, string> = {}) {
    const body = new FormData()
    const fields = {
      currency: asset,
      type: 'auto',
      amount: '25.5',
      sellerEmail: seller.email,
      walletFrom: 'typed',
      walletAddress: '',
      buyerWalletAddress: walletOf(asset, 'buyer'),
      dates: 'none',
      heldBy: 'ledger',
      heldUntil: inDays(60),
      ...changes,
    }
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const headers = await headersOf(world, buyer)
    return submit.action(args(new Request(`${ORIGIN}/submit`, { method: 'POST', headers, body })))
  }

  async function opened(asset: Asset, changes: Record<string, string> = {}): Promise<Opened> {
    const answer = await open(asset, changes)
    const to = answer instanceof Response ? new URL(answer.headers.get('Location') ?? '', ORIGIN) : null
    const txid = to?.searchParams.get('opened') ?? ''
    const { id: escrowId } = await world.deps.db.escrow.findUniqueOrThrow({ where: { transactionId: txid } })
    return { escrowId, txid, asset, buyerId: buyer.id, sellerId: seller.id }
  }

  /** Where a form leads, or the refusal. */
  async function send({ by, txid, fields }: Sent): Promise<unknown> {
    const headers = await headersOf(world, by)
    const body = new URLSearchParams({ txid, ...fields })
    const answer = await orThrown(held.action(args(new Request(`${ORIGIN}/held`, { method: 'POST', headers, body }))))
    if (answer instanceof Response) return answer.headers.get('Location') ?? answer.status
    const { refused, field } = (answer as Exclude<Awaited<ReturnType<typeof held.action>>, Response>).data.refusal
    return field ? [refused, field] : [refused]
  }

  const request = async (path: string, by: Person | null) =>
    new Request(`${ORIGIN}${path}`, { headers: await headersOf(world, by) })

  const agreeing = (asset: Asset, changes: Record<string, string> = {}) => ({
    intent: 'agree',
    walletAddress: walletOf(asset, 'seller'),
    walletMemo: '',
    isAccepted: 'on',
    ...changes,
  })

  /** Agreed by the seller, and ready for the buyer's deposit. */
  async function ready(
    asset: Asset,
    changes?: Record<string, string>,
  ): Promise<Opened & { agreement: StoredAgreement }> {
    const trade = await opened(asset, changes)
    await send({ by: seller, txid: trade.txid, fields: agreeing(asset) })
    return { ...trade, agreement: await prepared(world, trade) }
  }

  return {
    ...routes,
    submit,
    inDays,
    open,
    opened,
    ready,
    async locked(asset: Asset, changes?: Record<string, string>) {
      const trade = await ready(asset, changes)
      await deposit(world, trade.agreement)
      await pollDeposits(world)
      return trade
    },
    /** The forms of the escrow's own page. */
    settlement: routes.send,
    send,
    agreeing,
    /** Where the page redirects this person, or its status. */
    async sentTo(person: Person | null, txid: string): Promise<unknown> {
      const answer = await orThrown(held.loader(args(await request(`/held?txid=${txid}`, person))))
      return answer instanceof Response ? (answer.headers.get('Location') ?? answer.status) : 'shown'
    },
    async shownTo(person: Person, txid: string) {
      return held.loader(args(await request(`/held?txid=${txid}&sent`, person)))
    },
    /** The answer to a wallet that posts this to a link's callback, without a session; `token` replaces the link's. */
    async handBack(uri: string, xdr: string, { token, method = 'POST' }: { token?: string; method?: string } = {}) {
      const address = new URL(callbackOf(uri))
      if (token !== undefined) address.searchParams.set('token', token)
      const asked = args(
        new Request(address, { method, ...(method === 'POST' && { body: new URLSearchParams({ xdr }) }) }),
      )
      const answer = await orThrown(method === 'POST' ? signed.action(asked) : Promise.resolve(signed.loader()))
      if (!(answer instanceof Response)) throw answer
      return { status: answer.status, text: (await answer.text()).trim() }
    },
    /** The recovery file, or the status or address instead. */
    async recoveryOf(person: Person | null, txid: string): Promise<unknown> {
      const asked = { ...args(await request(`/held/${txid}.json`, person)), params: { transactionId: txid } }
      const answer = await orThrown(recovery.loader(asked))
      if (!(answer instanceof Response)) throw answer
      return answer.ok ? answer.json() : (answer.headers.get('Location') ?? answer.status)
    },
    /** Where the page after the form leads. */
    async openedLeadsTo(txid: string): Promise<string | null> {
      const answer = await orThrown(submit.loader(args(await request(`/submit?opened=${txid}`, buyer))))
      return answer instanceof Response ? answer.headers.get('Location') : null
    },
  }
}
