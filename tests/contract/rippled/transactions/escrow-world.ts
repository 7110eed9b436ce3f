/** Escrows of the harbour's rippled for its tests: a clock that is set by hand, secrets, and drafts to sign. */
import { createHash } from 'node:crypto'
import type { Wallet } from 'xrpl'
import { z } from 'zod'
import type { RippledOptions } from '#harbour/rippled/server.ts'
import { type Draft, openRippled, type RippledWorld } from '../rippled-world.ts'

/** When the first ledger closes, in seconds of the ledger's clock. */
export const START = 800_000_000
const LEDGER_EPOCH_SECONDS = 946_684_800
export const CANCEL_AFTER = START + 1000

/** 32 bytes and their condition, written by hand: the DER code under test is not used. */
export function secretOf(words: string) {
  const preimage = createHash('sha256').update(words).digest()
  const fingerprint = createHash('sha256').update(preimage).digest('hex')
  return {
    fulfilment: `A0228020${preimage.toString('hex')}`.toUpperCase(),
    condition: `A0258020${fingerprint}810120`.toUpperCase(),
  }
}
export const SECRET = secretOf('quiet')
export const OTHER_SECRET = secretOf('lantern')

export type EscrowWorld = RippledWorld & {
  /** Closes a ledger at this time, so that the next one goes by it. A multiple of ten: close times are rounded. */
  at(seconds: number): void
  /** An EscrowCreate from Alice to Bob: 100 XRP against the secret, until CANCEL_AFTER. `undefined` removes a field. */
  create(about?: Record<string, unknown>): Draft
  finish(by: Wallet, about: Record<string, unknown>): Draft
  cancel(by: Wallet, about: Record<string, unknown>): Draft
  /** Creates the escrow and returns its sequence number. */
  created(about?: Record<string, unknown>): Promise<number>
  escrowOf(seq: number, about?: Record<string, unknown>): Promise<Record<string, unknown>>
  objectsOf(wallet: Wallet, about?: Record<string, unknown>): Promise<z.infer<typeof ObjectsSchema>>
  ownerCountOf(wallet: Wallet): Promise<number>
  nodesOf(hash: string): Promise<Record<string, unknown>[]>
}

const ObjectsSchema = z.looseObject({
  account_objects: z.array(z.looseObject({ LedgerEntryType: z.string(), index: z.string() })),
  marker: z.string().optional(),
})
const AccountSchema = z.looseObject({ account_data: z.looseObject({ OwnerCount: z.number(), Sequence: z.number() }) })
const MetaSchema = z.looseObject({
  meta: z.looseObject({ AffectedNodes: z.array(z.record(z.string(), z.record(z.string(), z.unknown()))) }),
})

export async function openEscrows(options: Partial<RippledOptions> = {}): Promise<EscrowWorld> {
  let seconds = START
  const now = () => new Date((seconds + LEDGER_EPOCH_SECONDS) * 1000)
  const world = await openRippled({ now, ...options })
  const accountOf = async (wallet: Wallet) =>
    AccountSchema.parse(await world.ask({ command: 'account_info', account: wallet.address })).account_data
  const draft = (fields: Draft, about: Record<string, unknown>) =>
    Object.fromEntries(Object.entries({ ...fields, ...about }).filter(([, value]) => value !== undefined)) as Draft

  const create = (about: Record<string, unknown> = {}) =>
    draft(
      {
        TransactionType: 'EscrowCreate',
        Account: world.alice.address,
        Destination: world.bob.address,
        Amount: '100000000',
        Condition: SECRET.condition,
        CancelAfter: CANCEL_AFTER,
      },
      about,
    )
  return {
    ...world,
    at(time) {
      seconds = time
      world.rippled.closeLedger()
    },
    create,
    finish: (by, about) =>
      draft(
        {
          TransactionType: 'EscrowFinish',
          Account: by.address,
          Owner: world.alice.address,
          Condition: SECRET.condition,
          Fulfillment: SECRET.fulfilment,
          Fee: '350',
        },
        about,
      ),
    cancel: (by, about) =>
      draft({ TransactionType: 'EscrowCancel', Account: by.address, Owner: world.alice.address }, about),
    async created(about) {
      const { Sequence } = await accountOf(world.alice)
      const result = await world.settle(create(about), world.alice)
      if (result !== 'tesSUCCESS') throw new Error(`The escrow was not made: ${result}`)
      return Sequence
    },
    escrowOf: (seq, about) =>
      world.ask({
        command: 'ledger_entry',
        escrow: { owner: world.alice.address, seq },
        ledger_index: 'validated',
        ...about,
      }),
    async objectsOf(wallet, about) {
      const request = { command: 'account_objects', account: wallet.address, ledger_index: 'validated', ...about }
      return ObjectsSchema.parse(await world.ask(request))
    },
    ownerCountOf: async (wallet) => (await accountOf(wallet)).OwnerCount,
    async nodesOf(hash) {
      const { meta } = MetaSchema.parse(await world.ask({ command: 'tx', transaction: hash }))
      return meta.AffectedNodes.map((node) => ({ kind: Object.keys(node)[0], ...Object.values(node)[0] }))
    },
  }
}
