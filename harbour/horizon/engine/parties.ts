/** An account as a transaction names it: the G address and, if it was written as one, the M address. */
import { StrKey, xdr } from '@stellar/stellar-sdk'

export type Party = {
  address: string
  /** The M address and its number (SEP-23); null: the transaction named the G address. */
  muxed: { address: string; id: string } | null
}

export function partyOf(account: xdr.MuxedAccount): Party {
  if (account.type === 'keyTypeEd25519') {
    return { address: StrKey.encodeEd25519PublicKey(account.ed25519.toBytes()), muxed: null }
  }
  const { ed25519, id } = account.med25519
  const number = Buffer.alloc(8)
  number.writeBigUInt64BE(id)
  return {
    address: StrKey.encodeEd25519PublicKey(ed25519.toBytes()),
    muxed: {
      address: StrKey.encodeMed25519PublicKey(Buffer.concat([ed25519.toBytes(), number])),
      id: id.toString(),
    },
  }
}

export function plainParty(address: string): Party {
  return { address, muxed: null }
}

export function addressOf(key: xdr.PublicKey): string {
  return StrKey.encodeEd25519PublicKey(key.ed25519.toBytes())
}

export function addressKey(address: string): xdr.PublicKey {
  return xdr.PublicKey.publicKeyTypeEd25519(StrKey.decodeEd25519PublicKey(address))
}

/** `from`, and for a muxed account also `from_muxed` and `from_muxed_id`, as Horizon names them. */
export function partyFields(name: string, party: Party): Record<string, string> {
  return { [name]: party.address, ...muxedFields(name, party) }
}

export function muxedFields(name: string, party: Party): Record<string, string> {
  if (party.muxed === null) return {}
  return { [`${name}_muxed`]: party.muxed.address, [`${name}_muxed_id`]: party.muxed.id }
}
