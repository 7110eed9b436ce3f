/**
 * Every job of the worker: its payload, its number of attempts, and the key under which a second request for the same
 * work collapses into the first. A job is only a wake-up call: it says "look at row N" and does nothing when the row
 * has moved on. None has a named queue: a killed worker would block it for hours (reference quality §0).
 */
import { z } from 'zod'
import { NETWORKS } from '#app/kernel/domain/assets.ts'

const id = z.uuid()

type JobShape<Payload extends z.ZodType> = {
  payload: Payload
  maxAttempts: number
  jobKey: (payload: z.infer<Payload>) => string
  /** Smaller numbers run first; default 0. */
  priority?: number
}

/** For jobs that come due by the thousand in the same second: what somebody waits for, and all money, runs first. */
const AFTER_ALL_ELSE = 10

function job<Payload extends z.ZodType>(shape: JobShape<Payload>): JobShape<Payload> {
  return shape
}

export const JOBS = {
  /** Reads the payments to one of our accounts since the stored cursor. */
  ingest_payments: job({
    payload: z.object({ network: z.enum(NETWORKS), account: z.string().min(1) }),
    maxAttempts: 25,
    jobKey: ({ network, account }) => `ingest_payments:${network}:${account}`,
  }),
  /** Searches a ledger for what one of our accounts can claim. */
  look_for_claimable: job({
    payload: z.object({ network: z.enum(NETWORKS), account: z.string().min(1) }),
    maxAttempts: 3,
    jobKey: ({ network, account }) => `look_for_claimable:${network}:${account}`,
    priority: AFTER_ALL_ELSE,
  }),
  /** Funds an escrow with what has arrived, when both sides have lowered its amount to that. */
  fund_escrow: job({
    payload: z.object({ escrowId: id }),
    maxAttempts: 25,
    jobKey: ({ escrowId }) => `fund_escrow:${escrowId}`,
  }),
  /** Judges a late fee again that arrived while no price was known. */
  settle_late_fee: job({
    payload: z.object({ quoteId: id }),
    maxAttempts: 25,
    jobKey: ({ quoteId }) => `settle_late_fee:${quoteId}`,
  }),
  /** Advances the payouts of a ledger by a step, in their order. */
  dispatch_payouts: job({
    payload: z.object({ network: z.enum(NETWORKS) }),
    maxAttempts: 25,
    jobKey: ({ network }) => `dispatch_payouts:${network}`,
  }),
  /** Opens the accounts and makes the secrets that agreed escrows of a ledger need before the on-chain deposit. */
  prepare_agreements: job({
    payload: z.object({ network: z.enum(NETWORKS) }),
    maxAttempts: 25,
    jobKey: ({ network }) => `prepare_agreements:${network}`,
  }),
  /** Screens an on-chain escrow and weighs it against the payout limits, before its buyer is offered the deposit. */
  clear_lock: job({
    payload: z.object({ escrowId: id }),
    maxAttempts: 25,
    jobKey: ({ escrowId }) => `clear_lock:${escrowId}`,
  }),
  /** Searches the ledgers for buyers' on-chain deposits. */
  find_locks: job({ payload: z.object({}), maxAttempts: 25, jobKey: () => 'find_locks' }),
  /** Advances the settlement of an on-chain escrow by a step, and checks whether the ledger has ended it. */
  follow_exit: job({
    payload: z.object({ escrowId: id }),
    maxAttempts: 25,
    jobKey: ({ escrowId }) => `follow_exit:${escrowId}`,
  }),
  /** Returns early what was deposited on Stellar and does not count, once the buyer's wallet has signed. */
  send_return: job({
    payload: z.object({ escrowId: id }),
    maxAttempts: 25,
    jobKey: ({ escrowId }) => `send_return:${escrowId}`,
  }),
  /** Closes the account that held an escrow on Stellar, after its date. */
  close_account: job({
    payload: z.object({ escrowId: id }),
    maxAttempts: 25,
    jobKey: ({ escrowId }) => `close_account:${escrowId}`,
    priority: AFTER_ALL_ELSE,
  }),
  /** Reads what left our accounts since the stored cursors; stops the ledger's payouts at what the books lack. */
  read_outgoing: job({
    payload: z.object({ network: z.enum(NETWORKS) }),
    maxAttempts: 25,
    jobKey: ({ network }) => `read_outgoing:${network}`,
  }),
  /** Looks up the hashes that the buyer of an escrow has claimed, and stores what they are. */
  verify_stated_payment: job({
    payload: z.object({ escrowId: id }),
    maxAttempts: 25,
    jobKey: ({ escrowId }) => `verify_stated_payment:${escrowId}`,
  }),
  /** Sends one email of the outbox. */
  send_letter: job({
    payload: z.object({ letterId: id }),
    maxAttempts: 25,
    jobKey: ({ letterId }) => `send_letter:${letterId}`,
  }),
  /** Invites the sellers whom a buyer named before confirming the buyer's own address. */
  invite_waiting: job({
    payload: z.object({ userId: id }),
    maxAttempts: 25,
    jobKey: ({ userId }) => `invite_waiting:${userId}`,
  }),
  /** For an address whose emails bounce, or arrive again: notifies the others, stops deadlines once, resumes them. */
  follow_address: job({
    payload: z.object({ address: z.string().max(254) }),
    maxAttempts: 25,
    jobKey: ({ address }) => `follow_address:${address}`,
  }),
  /** Runs the deadline of an escrow: reminds whose turn it is, or applies the default outcome when it expires. */
  run_clock: job({
    payload: z.object({ clockId: id }),
    maxAttempts: 25,
    jobKey: ({ clockId }) => `run_clock:${clockId}`,
    priority: AFTER_ALL_ELSE,
  }),
  /** Checks whether somebody is to be reminded of an escrow, or of a fee that was started. */
  remind: job({
    payload: z.object({ of: z.enum(['escrow', 'quote']), id }),
    maxAttempts: 25,
    jobKey: (payload) => `remind:${payload.of}:${payload.id}`,
    priority: AFTER_ALL_ELSE,
  }),
  /** Writes the email for a new password, if the address has an account. Anybody can ask, so one job per address. */
  write_password_reset: job({
    payload: z.object({ tokenId: id, email: z.string().max(254), goOn: z.string().max(500).optional() }),
    maxAttempts: 25,
    jobKey: ({ email }) => `write_password_reset:${email}`,
  }),
  /** Removes the stored file of a deleted row. */
  remove_file: job({
    payload: z.object({ storageKey: z.string().min(1) }),
    maxAttempts: 25,
    jobKey: ({ storageKey }) => `remove_file:${storageKey}`,
  }),
  refresh_prices: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'refresh_prices' }),
  refresh_trades: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'refresh_trades' }),
  /** Reads the sanctions lists that are due. */
  refresh_lists: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'refresh_lists' }),
  /** Screens a person, and all their wallets. */
  screen_person: job({
    payload: z.object({ userId: id }),
    maxAttempts: 25,
    jobKey: ({ userId }) => `screen_person:${userId}`,
  }),
  /** Screens a reseller, as operators have entered them. */
  screen_reseller: job({
    payload: z.object({ resellerId: id }),
    maxAttempts: 25,
    jobKey: ({ resellerId }) => `screen_reseller:${resellerId}`,
  }),
  /** Screens the next people in the order of their ids: against all lists, or against what a snapshot brought. */
  screen_people: job({
    payload: z.object({ since: id.optional(), after: id.optional() }),
    maxAttempts: 25,
    jobKey: ({ since = 'all', after = 'begin' }) => `screen_people:${since}:${after}`,
  }),
  /** Wakes every open row that was not touched lately. */
  sweep_open_work: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'sweep_open_work' }),
  /** Compares the balances of our accounts on the ledgers with the books. */
  reconcile: job({ payload: z.object({}), maxAttempts: 25, jobKey: () => 'reconcile' }),
  /** Reads the balances of the keeper accounts, which serve on-chain escrows. */
  look_at_keepers: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'look_at_keepers' }),
  /** Posts an alert to the operators' webhook. */
  post_alert: job({
    payload: z.object({ postId: id }),
    maxAttempts: 25,
    jobKey: ({ postId }) => `post_alert:${postId}`,
  }),
  /** Gives the waiting events their places in the chain of the audit log. */
  seal_audit: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'seal_audit' }),
  /** Writes the head of the audit log onto a ledger, once a day. */
  anchor_audit: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'anchor_audit' }),
  /** Adds newly sealed events to the figures of the Admin Panel. */
  add_figures: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'add_figures' }),
  /** Checks the chain of the audit log, a part at a time. */
  check_audit: job({ payload: z.object({}), maxAttempts: 25, jobKey: () => 'check_audit' }),
  /** Removes expired sessions and links, and the remains of interrupted uploads. */
  tidy_up: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'tidy_up' }),
} as const

export type JobName = keyof typeof JOBS
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]['payload']>
