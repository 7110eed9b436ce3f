import { type Asset, NETWORK_FACTS, networkOf } from '#app/kernel/domain/assets.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { readWalletLink, recognizePasted, type Wallet } from '#app/kernel/domain/wallet.ts'
import type { Deps } from '#app/workflow-deps.ts'

/** `memo`: as typed beside it, or null. `field`: of the address. */
type Pasted = { asset: Asset; address: string; memo: string | null; field: string }

/**
 * Explains text in the place of an address on the asset's ledger. Names, and addresses with a memo inside or beside
 * them, are resolved: the refusal's values have the wallet, for the person to confirm. Null: nothing to explain.
 * Refusals: wallet_secret, wallet_read_as, wallet_read_as_memo, wallet_name_… , wallet_other_…, wallet_contract.
 */
export async function explainPasted(deps: Deps, { asset, address, memo, field }: Pasted): Promise<Refusal | null> {
  const network = networkOf(asset)
  const begins = network === 'stellar' ? 'G' : 'r'
  const about = { field, values: { currency: asset, network: NETWORK_FACTS[network].name, begins } }
  // The memo field may contain a key, too.
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
      // An address with its memo inside is unfolded here too.
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
  // Several people share such an account, and a memo from its server is not safe to pay by.
  return named.memo === null ? readAs(named, pasted) : refuse('wallet_name_shared', about)
}

function readAs(wallet: Wallet, { address: typed, memo, field }: Pasted): Refusal {
  const read = wallet.memo ?? memo
  const values = { typed, address: wallet.address }
  return read === null
    ? refuse('wallet_read_as', { field, values: { ...values, memo: '' } })
    : refuse('wallet_read_as_memo', { field, values: { ...values, memo: read } })
}
