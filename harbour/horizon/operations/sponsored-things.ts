/** What can be sponsored, found by the key in an operation. */
import type { xdr } from '@stellar/stellar-sdk'
import type { Draft } from '#harbour/horizon/engine/draft.ts'
import type { Effect } from '#harbour/horizon/engine/effects.ts'
import { addressOf, type Party, plainParty } from '#harbour/horizon/engine/parties.ts'
import { signerKeyOf } from '#harbour/horizon/engine/signatures.ts'
import { ACCOUNT_ENTRIES, type Account } from '#harbour/horizon/ledger/account.ts'
import { balanceIdHex } from '#harbour/horizon/ledger/claimable-balance.ts'
import { type AssetName, assetName, isValidAsset } from '../assets.ts'

export type SponsoredKey =
  | { kind: 'account'; account: string }
  | { kind: 'trustline'; account: string; asset: AssetName }
  | { kind: 'data'; account: string; name: string }
  | { kind: 'signer'; account: string; key: string }
  | { kind: 'claimable_balance'; id: string }
  /** Offers and pool shares: the local ledger has none. */
  | { kind: 'absent' }

export type SponsoredThing = {
  kind: Exclude<SponsoredKey['kind'], 'absent'>
  sponsor: string | null
  /** Who pays the reserve without a sponsor; null: a claimable balance, which always has a sponsor. */
  owner: string | null
  /** How many reserves it needs. */
  entries: number
  /** Details of its effects, and the account in whose history they appear. */
  details: Effect['details']
  party: Party
  isNotedForSource: boolean
  putSponsor(sponsor: string | null, ledger: number): void
}

/** Null: a key that no operation may name. */
export function sponsoredKey(operation: xdr.RevokeSponsorshipOp): SponsoredKey | null {
  if (operation.type === 'revokeSponsorshipSigner') {
    const { accountId, signerKey } = operation.signer
    return { kind: 'signer', account: addressOf(accountId), key: signerKeyOf(signerKey) }
  }
  const { ledgerKey } = operation
  switch (ledgerKey.type) {
    case 'account':
      return { kind: 'account', account: addressOf(ledgerKey.account.accountId) }
    case 'trustline': {
      const { accountId, asset } = ledgerKey.trustLine
      if (asset.type === 'assetTypePoolShare') return { kind: 'absent' }
      if (!isValidAsset(asset)) return null
      return { kind: 'trustline', account: addressOf(accountId), asset: assetName(asset) }
    }
    case 'data': {
      const { accountId, dataName } = ledgerKey.data
      return { kind: 'data', account: addressOf(accountId), name: dataName.toString() }
    }
    case 'claimableBalance':
      return { kind: 'claimable_balance', id: balanceIdHex(ledgerKey.claimableBalance.balanceId) }
    case 'offer':
      return ledgerKey.offer.offerId > 0n ? { kind: 'absent' } : null
    default:
      return null
  }
}

export function findSponsored(draft: Draft, key: SponsoredKey): SponsoredThing | null {
  if (key.kind === 'absent') return null
  if (key.kind === 'claimable_balance') return findBalance(draft, key.id)
  const account = draft.find(key.account)
  if (account === undefined) return null
  const put = (change: (current: Account) => Partial<Account>, ledger: number) => {
    const current = draft.find(key.account)
    if (current !== undefined) draft.put({ ...current, ...change(current), modifiedIn: ledger })
  }
  const base = { owner: key.account, entries: 1, party: plainParty(key.account), isNotedForSource: false }
  switch (key.kind) {
    case 'account': {
      const { sponsor } = account
      const putSponsor = (after: string | null, ledger: number) => put(() => ({ sponsor: after }), ledger)
      return { ...base, kind: key.kind, entries: ACCOUNT_ENTRIES, sponsor, details: {}, putSponsor }
    }
    case 'trustline': {
      const line = account.trustlines.find(({ asset }) => asset === key.asset)
      if (line === undefined) return null
      const putSponsor = (sponsor: string | null, ledger: number) =>
        put(({ trustlines }) => {
          const changed = { ...line, sponsor, modifiedIn: ledger }
          return { trustlines: trustlines.map((other) => (other.asset === key.asset ? changed : other)) }
        }, ledger)
      return { ...base, kind: key.kind, sponsor: line.sponsor, details: { asset: key.asset }, putSponsor }
    }
    case 'data': {
      if (!Object.hasOwn(account.data, key.name)) return null
      const putSponsor = (sponsor: string | null, ledger: number) =>
        put(({ dataSponsors }) => {
          const { [key.name]: _before, ...others } = dataSponsors
          return { dataSponsors: sponsor === null ? others : { ...others, [key.name]: sponsor } }
        }, ledger)
      const sponsor = account.dataSponsors[key.name] ?? null
      return { ...base, kind: key.kind, sponsor, isNotedForSource: true, details: { data_name: key.name }, putSponsor }
    }
    case 'signer': {
      const signer = account.signers.find((known) => known.key === key.key)
      if (signer === undefined) return null
      const putSponsor = (sponsor: string | null, ledger: number) =>
        put(
          ({ signers }) => ({
            signers: signers.map((known) => (known.key === key.key ? { ...known, sponsor } : known)),
          }),
          ledger,
        )
      return { ...base, kind: key.kind, sponsor: signer.sponsor, details: { signer: key.key }, putSponsor }
    }
  }
}

function findBalance(draft: Draft, id: string): SponsoredThing | null {
  const balance = draft.findBalance(id)
  if (balance === undefined) return null
  return {
    kind: 'claimable_balance',
    sponsor: balance.sponsor,
    owner: null,
    entries: balance.claimants.length,
    details: { balance_id: id },
    party: plainParty(balance.sponsor),
    isNotedForSource: true,
    putSponsor(sponsor, ledger) {
      if (sponsor !== null) draft.putBalance({ ...balance, sponsor, modifiedIn: ledger })
    },
  }
}
