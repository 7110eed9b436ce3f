/** A client whose account an operator changes, and what everybody can do about it. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { writePasswordReset } from '#app/accounts/workflows/ask-for-password-reset.server.ts'
import { resetPassword } from '#app/accounts/workflows/reset-password.server.ts'
import { checkCredentials } from '#app/accounts/workflows/sign-in.server.ts'
import type { AdminAction } from '#app/admin/domain/admin-action.ts'
import { asPayout } from '#app/kernel/db/transfer-kinds.ts'
import { confirmShipment } from '#app/trade/documents/workflows/confirm-shipment.server.ts'
import { reviewDocuments } from '#app/trade/documents/workflows/review-documents.server.ts'
import type { Deps } from '#app/workflow-deps.ts'
import { openDesk, operator, refusalOf } from '#tests/support/settlement/admin.ts'
import { at } from '#tests/support/world/authenticator.ts'
import {
  escrowOf,
  fund,
  granted,
  PASSWORD,
  type Person,
  pilotBuyer,
  seenDocuments,
  seller,
  tokenOf,
  walletOf,
} from '#tests/support/world/people.ts'
import { openWorld } from '#tests/support/world/world.ts'

export const DAY_MS = 24 * 60 * 60_000
export const REASON = 'They wrote to us, and showed a passport.'
/** The form of the buyer's page that approves what `presented` opened. */
export const APPROVAL = {
  intent: 'review',
  approval: 'Approved',
  seenAddress: walletOf('USDC'),
  seenMemo: '',
  sure: 'yes',
}

export type Presented = { escrowId: string; transactionId: string; buyer: Person; seller: Person }
export type Changes = Awaited<ReturnType<typeof openChanges>>

/** A world with two operators, olga who changes accounts and omar. Close it at the end: that closes the world. */
export async function openChanges() {
  const world = await openWorld()
  const { db } = world.deps
  const desk = await openDesk(world)
  const lookup = await import('#app/trade/lookup/routes/transaction-lookup/route.tsx')
  const [olga, omar] = [await operator(world), await operator(world)]

  async function press(act: AdminAction, id: string, fields: Record<string, string>, person: Person | null) {
    const path = `/admin-panel/acts/${act}/${id}`
    const sent = { reason: REASON, sure: 'yes', ...fields }
    return desk.act.action(await desk.ask({ person, path, params: { act, subjectId: id } }, sent))
  }

  /** Where it leads: the change was made, or had been made before. Throws when it is refused. */
  async function done(act: AdminAction, id: string, person: Person, fields: Record<string, string> = {}) {
    const answer = await press(act, id, fields, person)
    if (!(answer instanceof Response)) throw new Error(`refused: ${refusalOf(answer)}`)
    return new URL(answer.headers.get('Location') ?? '', 'http://x').searchParams.get('done')
  }

  return {
    ...{ world, desk, lookup, olga, omar, press, done },
    /** Olga corrects the account's email address. */
    correct: ({ id }: Person, email = `new-${randomUUID()}@example.org`) =>
      done('correct_address', id, olga, { email }),
    /** A funded escrow of 20 USDC, confirmed by its seller: only the approval is missing. */
    async presented(): Promise<Presented> {
      const [buyer, ben] = [await pilotBuyer(world), await seller(world)]
      const { escrowId, transactionId } = await escrowOf(world, {
        ...{ buyer, asset: 'USDC', amount: '20', sellerEmail: ben.email },
      })
      await fund(world, escrowId)
      const wallet = { walletAddress: walletOf('USDC'), walletMemo: '' }
      granted(await confirmShipment(world.deps, { transactionId, sellerId: ben.id, ...wallet, files: [] }))
      return { escrowId, transactionId, buyer, seller: ben }
    },
    /** Submits a form of the escrow's page, as a browser without JavaScript does. */
    async send({ transactionId: txid }: Presented, person: Person, fields: Record<string, string>) {
      return lookup.action(await desk.ask({ person, path: `/transaction-lookup?txid=${txid}` }, { txid, ...fields }))
    },
    /** Without the pages: as a workflow that forgot the check would do it. */
    async approve({ escrowId, buyer }: Presented, deps: Deps = world.deps) {
      return reviewDocuments(deps, {
        ...{ escrowId, buyerId: buyer.id, approval: 'Approved', reason: '', rejected: [], hasCheckedWallet: true },
        seenWallet: { address: walletOf('USDC'), memo: null },
        seenDocuments: await seenDocuments(world, escrowId),
      })
    },
    /** A dishonest operator's whole way: an own mailbox, a new password, signed in as the client. */
    async takeOver(client: Person): Promise<Person> {
      const thief = { id: client.id, email: `thief-${randomUUID()}@example.org` }
      expect(await done('correct_address', client.id, olga, { email: thief.email })).toBe('correct_address')
      await writePasswordReset(world.deps, { tokenId: randomUUID(), email: thief.email })
      const token = await tokenOf(world, client, 'reset_password')
      const password = `${PASSWORD} of a thief`
      granted(await resetPassword(world.deps, { token, password, purpose: 'reset_password' }))
      expect(await checkCredentials(world.deps, { email: thief.email, password })).toEqual({ userId: client.id })
      return thief
    },
    stored: (id: string) => db.user.findUniqueOrThrow({ where: { id } }),
    changeOf: (userId: string) =>
      db.accountChange.findFirstOrThrow({ where: { userId }, orderBy: { changedAt: 'desc' } }),
    payoutsOf: async (escrowId: string) => (await db.transfer.findMany({ where: { escrowId } })).map(asPayout),
    /** The same Quayside, this many days later. */
    later: (days: number) => at(world.deps, new Date(Date.now() + days * DAY_MS)),
    async close(): Promise<void> {
      await desk[Symbol.asyncDispose]()
      await world[Symbol.asyncDispose]()
    },
  }
}
