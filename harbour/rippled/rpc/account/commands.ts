/** Commands about one account in one ledger. */
import { LedgerEntry } from 'xrpl'
import { isTurnedAway } from '#harbour/rippled/engine/account/deposit-preauth.ts'
import { type Entry, indexOf } from '#harbour/rippled/engine/entries.ts'
import { plain, sideOf } from '#harbour/rippled/engine/issued/trust-line.ts'
import { accountIn, isObligation, objectsOf, type State, signersIn } from '#harbour/rippled/engine/sandbox.ts'
import type { Queued } from '#harbour/rippled/queue/accounts.ts'
import { accountParam, type Command, type Handler, ledgerParam, limitParam } from '#harbour/rippled/rpc/command.ts'
import { type Answer, invalidField, refused } from '#harbour/rippled/rpc/errors.ts'

const { AccountRootFlags: Lsf } = LedgerEntry

const FLAG_NAMES = {
  defaultRipple: Lsf.lsfDefaultRipple,
  depositAuth: Lsf.lsfDepositAuth,
  disableMasterKey: Lsf.lsfDisableMaster,
  disallowIncomingCheck: Lsf.lsfDisallowIncomingCheck,
  disallowIncomingNFTokenOffer: Lsf.lsfDisallowIncomingNFTokenOffer,
  disallowIncomingPayChan: Lsf.lsfDisallowIncomingPayChan,
  disallowIncomingTrustline: Lsf.lsfDisallowIncomingTrustline,
  disallowIncomingXRP: Lsf.lsfDisallowXRP,
  globalFreeze: Lsf.lsfGlobalFreeze,
  noFreeze: Lsf.lsfNoFreeze,
  passwordSpent: Lsf.lsfPasswordSpent,
  requireAuthorization: Lsf.lsfRequireAuth,
  requireDestinationTag: Lsf.lsfRequireDestTag,
  allowTrustLineClawback: Lsf.lsfAllowTrustLineClawback,
  allowTrustLineLocking: Lsf.lsfAllowTrustLineLocking,
}

export const accountInfo: Handler = (command) => {
  const ledger = ledgerParam(command)
  const address = accountParam(command, 'account', ledger.named)
  const { signer_lists: wantsSigners } = command.params
  const account = accountIn(ledger.state, address)
  if (account === undefined) throw refused('actNotFound', { ...ledger.named, account: address })
  if (command.apiVersion === 2 && wantsSigners !== undefined && typeof wantsSigners !== 'boolean') {
    throw refused('invalidParams', ledger.named)
  }
  const wantsQueue = command.params.queue === true
  if (wantsQueue && !ledger.isOpen) throw refused('invalidParams', ledger.named)
  const list = signersIn(ledger.state, address)
  const lists = wantsSigners ? { signer_lists: list === undefined ? [] : [entryJson(list)] } : {}
  // Their place depends on the API version.
  const [inside, beside] = command.apiVersion === 1 ? [lists, {}] : [{}, lists]
  const flags = Object.entries(FLAG_NAMES).map(([name, flag]) => [name, (account.Flags & flag) !== 0])
  return {
    account_data: { ...entryJson(account), ...inside },
    account_flags: Object.fromEntries(flags),
    ...beside,
    ...ledger.named,
    ...(wantsQueue ? { queue_data: queueJson(command.node.queue.of(address)) } : {}),
  }
}

/** An account's queued transactions. */
function queueJson(queued: readonly Queued[]): Answer {
  if (queued.length === 0) return { txn_count: 0 }
  const numbersOf = (isTicket: boolean) =>
    queued.filter(({ seq }) => seq.isTicket === isTicket).map(({ seq }) => seq.value)
  const [sequences, tickets] = [numbersOf(false), numbersOf(true)]
  const spendOf = ({ consequences: { fee, spends } }: Queued) => fee + spends
  return {
    auth_change_queued: queued.some(({ consequences }) => consequences.isBlocker),
    ...(sequences.length === 0
      ? {}
      : {
          highest_sequence: Math.max(...sequences),
          lowest_sequence: Math.min(...sequences),
          sequence_count: sequences.length,
        }),
    ...(tickets.length === 0
      ? {}
      : { highest_ticket: Math.max(...tickets), lowest_ticket: Math.min(...tickets), ticket_count: tickets.length }),
    max_spend_drops_total: String(queued.reduce((sum, one) => sum + spendOf(one), 0n)),
    transactions: queued.map((one) => ({
      ...(one.lastLedger === undefined ? {} : { LastLedgerSequence: one.lastLedger }),
      auth_change: one.consequences.isBlocker,
      fee: String(one.consequences.fee),
      fee_level: String(one.level),
      max_spend_drops: String(spendOf(one)),
      ...(one.seq.isTicket ? { ticket: one.seq.value } : { seq: one.seq.value }),
    })),
    txn_count: queued.length,
  }
}

/** Currencies that the account can still receive, and send, by the limits of its lines. */
export const accountCurrencies: Handler = (command) => {
  const { account, named, state } = existingAccount(command)
  const lines = linesOf(state, account.Account)
  const codesOf = (wanted: typeof lines) => [...new Set(wanted.map(({ currency }) => currency))].sort()
  return {
    receive_currencies: codesOf(lines.filter(({ side }) => side.balance.lt(side.limit))),
    send_currencies: codesOf(lines.filter(({ side }) => side.balance.negated().lt(side.peerLimit))),
    ...named,
  }
}

/** All on one page. */
export const accountLines: Handler = (command) => {
  const { account, named, state } = existingAccount(command)
  const peer = command.params.peer === undefined ? null : accountParam(command, 'peer')
  const lines = linesOf(state, account.Account)
    .filter(({ side }) => peer === null || side.peer === peer)
    .map(({ side, currency }) => ({
      account: side.peer,
      balance: plain(side.balance),
      currency,
      limit: plain(side.limit),
      limit_peer: plain(side.peerLimit),
      no_ripple: side.hasNoRipple,
      no_ripple_peer: side.peerHasNoRipple,
      quality_in: 0,
      quality_out: 0,
    }))
  return { account: account.Account, lines, ...named }
}

function linesOf(state: State, account: string) {
  return objectsOf(state, account)
    .filter((entry) => entry.LedgerEntryType === 'RippleState')
    .map((line) => ({ side: sideOf(line, account), currency: line.Balance.currency }))
}

const OBJECT_LIMIT = { usual: 200, most: 400 }

export const accountObjects: Handler = (command) => {
  const { account, named, state } = existingAccount(command)
  const limit = limitParam(command, OBJECT_LIMIT)
  const { type, marker, deletion_blockers_only: onlyBlockers } = command.params
  if (type !== undefined && !isKind(type)) throw invalidField('type')
  const wanted = objectsOf(state, account.Account)
    .filter(({ LedgerEntryType: kind }) => type === undefined || isNamed(kind, type))
    .filter((entry) => onlyBlockers !== true || isObligation(entry))
    .map(entryJson)
    // By id, as in a directory.
    .sort((one, other) => (one.index < other.index ? -1 : 1))
  const start = marker === undefined ? 0 : wanted.findIndex(({ index }) => marker === markerOf(index))
  if (start < 0) throw invalidField('marker')
  const next = wanted[start + limit]
  return {
    account: account.Account,
    account_objects: wanted.slice(start, start + limit),
    ...named,
    ...(next === undefined ? {} : { limit, marker: markerOf(next.index) }),
  }
}

export const depositAuthorized: Handler = (command) => {
  const source = accountParam(command, 'source_account')
  const destination = accountParam(command, 'destination_account')
  const { state, named } = ledgerParam(command)
  if (accountIn(state, source) === undefined) throw refused('srcActNotFound', named)
  const receiver = accountIn(state, destination)
  if (receiver === undefined) throw refused('dstActNotFound', named)
  return {
    deposit_authorized: !isTurnedAway(source, receiver, state),
    destination_account: destination,
    source_account: source,
    ...named,
  }
}

/** An entry as answers show it, with its id. */
export function entryJson(entry: Entry): Entry & { index: string } {
  return { ...entry, index: indexOf(entry) }
}

export function existingAccount(command: Command) {
  const { state, named } = ledgerParam(command)
  const account = accountIn(state, accountParam(command, 'account', named))
  if (account === undefined) throw refused('actNotFound')
  return { account, state, named }
}

/** Kinds of entries that accounts own, by their API names. */
const KINDS = [
  'account amm bridge check credential delegate deposit_preauth did escrow loan loan_broker mpt_issuance mptoken',
  'nft_offer nft_page offer oracle payment_channel permissioned_domain signer_list state ticket vault',
  'xchain_owned_claim_id xchain_owned_create_account_claim_id',
].flatMap((names) => names.split(' '))

/** By the API name or, for kinds that exist here, by the entry's type. */
function isKind(name: unknown): name is string {
  return typeof name === 'string' && KINDS.some((kind) => plainName(kind) === plainName(name))
}

/** Accepts the entry's type or its API name: DepositPreauth, deposit_preauth. */
function isNamed(kind: string, name: string): boolean {
  return plainName(kind) === plainName(name)
}

/** API names that differ from the type. */
const OWN_NAMES: Record<string, string> = { payment_channel: 'PayChannel', state: 'RippleState' }

function plainName(name: string): string {
  return (OWN_NAMES[name] ?? name).replaceAll('_', '').toLowerCase()
}

/** Page of the owner's directory, and the entry; there is only one page here. */
const markerOf = (index: string) => `${'0'.repeat(64)},${index}`
