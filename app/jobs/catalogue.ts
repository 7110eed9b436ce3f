/**
 * Every job of the worker: its payload, how often it is tried, and the key under which a second request for the same
 * work collapses into the first. Jobs are an alarm clock, not the truth: a job says "look at row N" and does nothing
 * when the row has moved on. None has a named queue: a killed worker would block it for hours (reference quality §0).
 */
import { z } from 'zod'
import { NETWORKS } from '#app/kernel/domain/assets.ts'

const id = z.uuid()

type JobShape<Payload extends z.ZodType> = {
  payload: Payload
  maxAttempts: number
  jobKey: (payload: z.infer<Payload>) => string
  /** Smaller numbers go first; 0 where none is said. */
  priority?: number
}

/** Of jobs that come due by the thousand in the same second: what somebody waits for, and all money, goes before them. */
const AFTER_ALL_ELSE = 10

function job<Payload extends z.ZodType>(shape: JobShape<Payload>): JobShape<Payload> {
  return shape
}

export const JOBS = {
  /** Read the payments that reached one of our accounts since the stored cursor. */
  ingest_payments: job({
    payload: z.object({ network: z.enum(NETWORKS), account: z.string().min(1) }),
    maxAttempts: 25,
    jobKey: ({ network, account }) => `ingest_payments:${network}:${account}`,
  }),
  /** Look on a ledger for what lies there for one of our accounts to claim. */
  look_for_claimable: job({
    payload: z.object({ network: z.enum(NETWORKS), account: z.string().min(1) }),
    maxAttempts: 3,
    jobKey: ({ network, account }) => `look_for_claimable:${network}:${account}`,
    priority: AFTER_ALL_ELSE,
  }),
  /** Fund an escrow by what has arrived, where both sides have lowered its amount to that. */
  fund_escrow: job({
    payload: z.object({ escrowId: id }),
    maxAttempts: 25,
    jobKey: ({ escrowId }) => `fund_escrow:${escrowId}`,
  }),
  /** Judge a late fee again that arrived while no price was known. */
  settle_late_fee: job({
    payload: z.object({ quoteId: id }),
    maxAttempts: 25,
    jobKey: ({ quoteId }) => `settle_late_fee:${quoteId}`,
  }),
  /** Move the payouts of a ledger a step further, in their order. */
  dispatch_payouts: job({
    payload: z.object({ network: z.enum(NETWORKS) }),
    maxAttempts: 25,
    jobKey: ({ network }) => `dispatch_payouts:${network}`,
  }),
  /** Open the accounts, and make the secrets, that agreed escrows of a ledger need before their buyers lock the money. */
  prepare_agreements: job({
    payload: z.object({ network: z.enum(NETWORKS) }),
    maxAttempts: 25,
    jobKey: ({ network }) => `prepare_agreements:${network}`,
  }),
  /** Compare and weigh what a ledger is to hold of an escrow, before its buyer is offered the lock. */
  clear_lock: job({
    payload: z.object({ escrowId: id }),
    maxAttempts: 25,
    jobKey: ({ escrowId }) => `clear_lock:${escrowId}`,
  }),
  /** Look on the ledgers for what buyers have locked. */
  find_locks: job({ payload: z.object({}), maxAttempts: 25, jobKey: () => 'find_locks' }),
  /** Move the way out of what a ledger holds of an escrow a step further, and see whether the ledger has ended it. */
  follow_exit: job({
    payload: z.object({ escrowId: id }),
    maxAttempts: 25,
    jobKey: ({ escrowId }) => `follow_exit:${escrowId}`,
  }),
  /** Give back early what was locked on Stellar and does not count, once the buyer's wallet has signed. */
  send_return: job({
    payload: z.object({ escrowId: id }),
    maxAttempts: 25,
    jobKey: ({ escrowId }) => `send_return:${escrowId}`,
  }),
  /** Close the account that held an escrow on Stellar, after its date. */
  close_account: job({
    payload: z.object({ escrowId: id }),
    maxAttempts: 25,
    jobKey: ({ escrowId }) => `close_account:${escrowId}`,
    priority: AFTER_ALL_ELSE,
  }),
  /** Read what has left our accounts on a ledger since the stored cursors, and stop its payouts at what nobody knows. */
  read_outgoing: job({
    payload: z.object({ network: z.enum(NETWORKS) }),
    maxAttempts: 25,
    jobKey: ({ network }) => `read_outgoing:${network}`,
  }),
  /** Look for the hashes that the buyer of an escrow has stated, and say what they are. */
  verify_stated_payment: job({
    payload: z.object({ escrowId: id }),
    maxAttempts: 25,
    jobKey: ({ escrowId }) => `verify_stated_payment:${escrowId}`,
  }),
  /** Send one letter of the outbox. */
  send_letter: job({
    payload: z.object({ letterId: id }),
    maxAttempts: 25,
    jobKey: ({ letterId }) => `send_letter:${letterId}`,
  }),
  /** Invite the sellers whom a buyer named before confirming the own address. */
  invite_waiting: job({
    payload: z.object({ userId: id }),
    maxAttempts: 25,
    jobKey: ({ userId }) => `invite_waiting:${userId}`,
  }),
  /** Do what follows where letters to an address come back, or arrive again: tell the other sides, stop deadlines once, let them go on. */
  follow_address: job({
    payload: z.object({ address: z.string().max(254) }),
    maxAttempts: 25,
    jobKey: ({ address }) => `follow_address:${address}`,
  }),
  /** Look at the clock of an escrow: remind whose turn it is, or do what was agreed for when it runs out. */
  run_clock: job({
    payload: z.object({ clockId: id }),
    maxAttempts: 25,
    jobKey: ({ clockId }) => `run_clock:${clockId}`,
    priority: AFTER_ALL_ELSE,
  }),
  /** See whether somebody is to be reminded of an escrow, or of a fee that was begun. */
  remind: job({
    payload: z.object({ of: z.enum(['escrow', 'quote']), id }),
    maxAttempts: 25,
    jobKey: (payload) => `remind:${payload.of}:${payload.id}`,
    priority: AFTER_ALL_ELSE,
  }),
  /** Write the letter for a new password, if the address has an account. Asked for by anybody, so each address once. */
  write_password_reset: job({
    payload: z.object({ tokenId: id, email: z.string().max(254), goOn: z.string().max(500).optional() }),
    maxAttempts: 25,
    jobKey: ({ email }) => `write_password_reset:${email}`,
  }),
  /** Remove the stored file of a row that was deleted. */
  remove_file: job({
    payload: z.object({ storageKey: z.string().min(1) }),
    maxAttempts: 25,
    jobKey: ({ storageKey }) => `remove_file:${storageKey}`,
  }),
  refresh_prices: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'refresh_prices' }),
  refresh_trades: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'refresh_trades' }),
  /** Read the sanctions lists whose turn it is. */
  refresh_lists: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'refresh_lists' }),
  /** Compare a person, and all wallets, with the lists. */
  screen_person: job({
    payload: z.object({ userId: id }),
    maxAttempts: 25,
    jobKey: ({ userId }) => `screen_person:${userId}`,
  }),
  /** The same of a reseller, as the desk has them. */
  screen_reseller: job({
    payload: z.object({ resellerId: id }),
    maxAttempts: 25,
    jobKey: ({ resellerId }) => `screen_reseller:${resellerId}`,
  }),
  /** Compare the next people, in the order of their ids: with all of the lists, or with what a snapshot brought. */
  screen_people: job({
    payload: z.object({ since: id.optional(), after: id.optional() }),
    maxAttempts: 25,
    jobKey: ({ since = 'all', after = 'begin' }) => `screen_people:${since}:${after}`,
  }),
  /** Wake every open row that nobody touched lately. */
  sweep_open_work: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'sweep_open_work' }),
  /** Compare what our accounts hold on their ledgers with the books. */
  reconcile: job({ payload: z.object({}), maxAttempts: 25, jobKey: () => 'reconcile' }),
  /** Read what lies on the accounts that keep what the ledgers hold. */
  look_at_keepers: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'look_at_keepers' }),
  /** Post an alert to the operators' webhook. */
  post_alert: job({
    payload: z.object({ postId: id }),
    maxAttempts: 25,
    jobKey: ({ postId }) => `post_alert:${postId}`,
  }),
  /** Give the events that wait their places in the chain of the audit log. */
  seal_audit: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'seal_audit' }),
  /** Write the head of the audit log onto a ledger, once a day. */
  anchor_audit: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'anchor_audit' }),
  /** Add up what was sealed since: the figures of the desk. */
  add_figures: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'add_figures' }),
  /** Check that chain, a part of it at a time. */
  check_audit: job({ payload: z.object({}), maxAttempts: 25, jobKey: () => 'check_audit' }),
  /** Remove expired sessions and links, and the leavings of interrupted uploads. */
  tidy_up: job({ payload: z.object({}), maxAttempts: 1, jobKey: () => 'tidy_up' }),
} as const

export type JobName = keyof typeof JOBS
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]['payload']>
