/** The accounts that exist from the start. */

import { MAX_STROOPS, parseStroops } from '#harbour/horizon/amounts.ts'
import { parseAssetName } from '#harbour/horizon/assets.ts'
import { type Account, AUTH_FLAGS, LINE_FLAGS, newAccount } from './account.ts'

export type GenesisBalance = {
  /** 'native' or CODE:ISSUER. */
  asset: string
  /** Whole units, as a plain decimal. */
  amount: string
  /** Limit of the trustline; the largest possible amount by default. */
  limit?: string
  /** False: the issuer has frozen the trustline. */
  authorized?: boolean
}

export type GenesisAccount = {
  address: string
  /** Sequence number; by default that of an account created in the genesis ledger. */
  sequence?: string
  balances: GenesisBalance[]
  homeDomain?: string
  /** Data entries by name, as plain text. */
  data?: Record<string, string>
  /** True: the root account creates it in a later ledger, as its history shows. Otherwise its history is empty. */
  hasHistory?: boolean
  flags?: Partial<Record<keyof typeof AUTH_FLAGS, boolean>>
}

export function genesisAccount(
  { address, sequence, balances, homeDomain, data, flags }: GenesisAccount,
  ledger: number,
): Account {
  const native = balances.find(({ asset }) => asset === 'native')
  const account = newAccount({ address, balance: parseStroops(native?.amount ?? '0'), ledger })
  return {
    ...account,
    sequence: sequence === undefined ? account.sequence : BigInt(sequence),
    homeDomain: homeDomain ?? '',
    data: Object.fromEntries(
      Object.entries(data ?? {}).map(([name, text]) => [name, Buffer.from(text).toString('base64')]),
    ),
    flags: Object.entries(AUTH_FLAGS).reduce(
      (bits, [name, bit]) => (flags?.[name as keyof typeof AUTH_FLAGS] ? bits | bit : bits),
      0,
    ),
    trustlines: balances
      .filter(({ asset }) => asset !== 'native')
      .map(({ asset, amount, limit, authorized }) => ({
        asset: parseAssetName(asset),
        balance: parseStroops(amount),
        limit: limit === undefined ? MAX_STROOPS : parseStroops(limit),
        flags: authorized === false ? 0 : LINE_FLAGS.authorized,
        sponsor: null,
        modifiedIn: ledger,
      })),
  }
}
