import {
  type Account,
  AUTH_FLAGS,
  isAuthorized,
  LINE_FLAGS,
  sponsoredCount,
  subentryCount,
} from '#harbour/horizon/ledger/account.ts'
import { formatStroops } from '../amounts.ts'
import { assetFields } from '../assets.ts'
import type { Json } from './json.ts'
import { link, pagedLink } from './links.ts'
import { timestamp, type View } from './view.ts'

export function accountResource(account: Account, { base, network }: View): Json {
  const { address, thresholds, flags, sequenceMoved, homeDomain, inflationDestination } = account
  const path = `/accounts/${address}`
  return {
    _links: {
      self: link(base, path),
      transactions: pagedLink(base, `${path}/transactions`),
      operations: pagedLink(base, `${path}/operations`),
      payments: pagedLink(base, `${path}/payments`),
      effects: pagedLink(base, `${path}/effects`),
      offers: pagedLink(base, `${path}/offers`),
      trades: pagedLink(base, `${path}/trades`),
      data: link(base, `${path}/data/{key}`),
    },
    id: address,
    account_id: address,
    sequence: account.sequence.toString(),
    ...(sequenceMoved === null
      ? {}
      : { sequence_ledger: sequenceMoved.ledger, sequence_time: sequenceMoved.time.toString() }),
    subentry_count: subentryCount(account),
    ...(inflationDestination === null ? {} : { inflation_destination: inflationDestination }),
    ...(homeDomain === '' ? {} : { home_domain: homeDomain }),
    last_modified_ledger: account.modifiedIn,
    last_modified_time: timestamp(network.closedAt(account.modifiedIn)),
    thresholds: { low_threshold: thresholds.low, med_threshold: thresholds.med, high_threshold: thresholds.high },
    flags: {
      auth_required: (flags & AUTH_FLAGS.required) !== 0,
      auth_revocable: (flags & AUTH_FLAGS.revocable) !== 0,
      auth_immutable: (flags & AUTH_FLAGS.immutable) !== 0,
      auth_clawback_enabled: (flags & AUTH_FLAGS.clawback) !== 0,
    },
    balances: balances(account),
    signers: signers(account),
    data: { ...account.data },
    num_sponsoring: account.sponsoring,
    num_sponsored: sponsoredCount(account),
    ...sponsorField(account.sponsor),
    paging_token: address,
  }
}

/** Issued assets first, XLM last. */
function balances({ balance, trustlines }: Account): Json[] {
  const issued = trustlines.map((line) => ({
    balance: formatStroops(line.balance),
    limit: formatStroops(line.limit),
    buying_liabilities: formatStroops(0n),
    selling_liabilities: formatStroops(0n),
    ...sponsorField(line.sponsor),
    last_modified_ledger: line.modifiedIn,
    is_authorized: isAuthorized(line),
    is_authorized_to_maintain_liabilities:
      (line.flags & (LINE_FLAGS.authorized | LINE_FLAGS.maintainsLiabilities)) !== 0,
    ...((line.flags & LINE_FLAGS.clawback) === 0 ? {} : { is_clawback_enabled: true }),
    ...assetFields(line.asset),
  }))
  const native = {
    balance: formatStroops(balance),
    buying_liabilities: formatStroops(0n),
    selling_liabilities: formatStroops(0n),
    ...assetFields('native'),
  }
  return [...issued, native]
}

const SIGNER_TYPES: Record<string, string> = {
  G: 'ed25519_public_key',
  T: 'preauth_tx',
  X: 'sha256_hash',
  P: 'ed25519_signed_payload',
}

/** Sorted by key; the account's own key comes last when its weight is 0. */
function signers({ address, masterWeight, signers }: Account): Json[] {
  const master = { key: address, weight: masterWeight, sponsor: null }
  const weighing = masterWeight > 0 ? [...signers, master] : [...signers]
  const everyone = weighing.sort((left, right) => (left.key < right.key ? -1 : 1))
  return [...everyone, ...(masterWeight > 0 ? [] : [master])].map(({ key, weight, sponsor }) => ({
    weight,
    key,
    type: SIGNER_TYPES[key.charAt(0)] ?? 'ed25519_public_key',
    ...sponsorField(sponsor),
  }))
}

function sponsorField(sponsor: string | null): Record<string, string> {
  return sponsor === null ? {} : { sponsor }
}
