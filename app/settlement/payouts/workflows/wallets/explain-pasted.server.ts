import { type Asset, NETWORK_FACTS, networkOf } from '#app/kernel/domain/assets.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { readWalletLink, recognizePasted, type Wallet } from '#app/kernel/domain/wallet.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** `memo`: as typed beside it, or null. `field`: of the address. */
type Pasted = { asset: Asset; address: string; memo: string | null; field: string }

/**
 * What stands where an address of the asset's ledger is asked for, when it is none: said in words. Names and addresses with
 * their memo inside or beside them are read: the wallet stands in the refusal's values, for the person to confirm. Null: nothing to say.
 * Refusals: wallet_secret, wallet_read_as, wallet_read_as_memo, wallet_name_… , wallet_other_…, wallet_contract.
 */
export async function explainPasted(deps: Deps, { asset, address, memo, field }: Pasted): Promise<Refusal | null> {
  const network = networkOf(asset)
  const begins = network === 'stellar' ? 'G' : 'r'
  const about = { field, values: { currency: asset, network: NETWORK_FACTS[network].name, begins } }
  // A key may stand in the field beside it.
  if (memo !== null && recognizePasted(asset, memo) === 'secret') return refuse('wallet_secret', about)
  const kind = recognizePasted(asset, address)
  switch (kind) {
    case 'name':
      return resolve(deps, { asset, address, memo, field })
    case 'folded': {
      const wallet = deps.ledgers[network].unfold(address)
      return wallet && readAs(wallet, { asset, address, memo, field })
    }
    case 'link': {
      const wallet = readWalletLink(asset, address)
      // One with its memo inside is unfolded, as by itself.
      const plain = wallet && (deps.ledgers[network].unfold(wallet.address) ?? wallet)
      return plain && deps.ledgers[network].isAddress(plain.address)
        ? readAs(plain, { asset, address, memo, field })
        : null
    }
    case 'secret':
    case 'other_network':
    case 'other_chain':
    case 'contract':
      return refuse(`wallet_${kind}`, about)
    case null:
      return null
  }
}

async function resolve(deps: Deps, pasted: Pasted): Promise<Refusal> {
  const { address: name, asset, field } = pasted
  const named = await deps.walletNames.resolve(name)
  const about = { field, values: { currency: asset, name } }
  if (named === 'unknown') return refuse('wallet_name_unknown', about)
  if (typeof named === 'string' || !deps.ledgers.stellar.isAddress(named.address)) {
    return refuse('wallet_name_silent', about)
  }
  // Many people share such an account, and what its server says of the memo is nothing to pay by.
  return named.memo === null ? readAs(named, pasted) : refuse('wallet_name_shared', about)
}

function readAs(wallet: Wallet, { address: typed, memo, field }: Pasted): Refusal {
  const read = wallet.memo ?? memo
  const values = { typed, address: wallet.address }
  return read === null
    ? refuse('wallet_read_as', { field, values: { ...values, memo: '' } })
    : refuse('wallet_read_as_memo', { field, values: { ...values, memo: read } })
}
