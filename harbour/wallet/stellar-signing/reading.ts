/** A transaction as the wallet shows it to the person who signs it. */
import { Asset, type FeeBumpTransaction, Keypair, type Memo, type Transaction } from '@stellar/stellar-sdk'
import { PLAY_NAMES, stellarPlayKey } from '#harbour/accounts.ts'
import type { WalletTerms } from '#harbour/wallet/payment-request.ts'
import type { StellarPurse } from '#harbour/wallet/stellar-purse.ts'
import { operationsOf } from '#harbour/wallet/stellar-signing/signing-request.ts'
import { momentOf, type Names, plain, wordsOf } from '#harbour/wallet/stellar-signing/words.ts'
import { WALLETS } from '#harbour/wallet/wallets.ts'

export type Reading = {
  hash: string
  /** One sentence for each operation. */
  does: string[]
  facts: { label: string; text: string }[]
}

export async function readTransaction(
  transaction: Transaction | FeeBumpTransaction,
  { terms, purse }: { terms: WalletTerms; purse: StellarPurse },
): Promise<Reading> {
  const inner = 'innerTransaction' in transaction ? transaction.innerTransaction : transaction
  const payer = 'innerTransaction' in transaction ? transaction.feeSource : inner.source
  const names = namesFor(terms, purse)
  const operations = operationsOf(transaction)
  const does: string[] = []
  for (const operation of operations) does.push(await wordsOf(operation, inner.source, names))
  const signatures = [...new Set([...inner.signatures, ...transaction.signatures])]
  return {
    hash: Buffer.from(transaction.hash()).toString('hex'),
    does,
    facts: [
      { label: 'Account', text: names.account(inner.source) },
      { label: 'Sequence', text: inner.sequence },
      { label: 'Network fee', text: `at most ${feeOf(transaction)} XLM, paid by ${names.account(payer)}` },
      { label: 'Memo', text: memoWords(inner.memo) },
      { label: 'Valid', text: validityWords(inner) },
      { label: 'Signed by', text: signatures.length === 0 ? 'nobody yet' : signersOf(transaction, names).join(', ') },
    ],
  }
}

function namesFor(terms: WalletTerms, purse: StellarPurse): Names {
  const usdc = new Asset('USDC', terms.issuers.USDC)
  const known = new Map(PLAY_NAMES.map((name) => [stellarPlayKey(name).publicKey(), nameOf(name)] as const))
  const account = (address: string) => known.get(address) ?? address
  const asset = (named: Asset) => {
    if (named.isNative()) return 'XLM'
    return named.equals(usdc) ? 'USDC' : `${named.getCode()} of the issuer ${account(named.getIssuer() ?? '')}`
  }
  return {
    account,
    asset,
    async balance(id) {
      const found = await purse.lockedBalance(id)
      if (found === null) return null
      const [code = '', issuer] = found.asset.split(':')
      return `${plain(found.amount)} ${asset(issuer === undefined ? Asset.native() : new Asset(code, issuer))}`
    },
  }
}

function nameOf(name: (typeof PLAY_NAMES)[number]): string {
  return WALLETS.find((wallet) => wallet.name === name)?.label ?? `the platform’s account “${name}”`
}

/** Stroops as XLM. */
function feeOf({ fee }: { fee: string }): string {
  const digits = fee.padStart(8, '0')
  return plain(`${digits.slice(0, -7)}.${digits.slice(-7)}`)
}

function memoWords({ type, value }: Memo): string {
  if (value === null) return 'none'
  const isBytes = type === 'hash' || type === 'return'
  return `${Buffer.from(value).toString(isBytes ? 'hex' : 'utf8')} (${type})`
}

function validityWords({ timeBounds }: Transaction): string {
  const [from, until] = [BigInt(timeBounds?.minTime ?? 0), BigInt(timeBounds?.maxTime ?? 0)]
  const words = [
    ...(from === 0n ? [] : [`from ${momentOf(from)}`]),
    ...(until === 0n ? [] : [`until ${momentOf(until)}`]),
  ]
  return words.length === 0 ? 'for ever' : words.join(' ')
}

/** Names play accounts; of other keys the last four bytes. */
function signersOf(transaction: Transaction | FeeBumpTransaction, names: Names): string[] {
  const layers = 'innerTransaction' in transaction ? [transaction.innerTransaction, transaction] : [transaction]
  const keys = PLAY_NAMES.map((name) => Keypair.fromPublicKey(stellarPlayKey(name).publicKey()))
  return layers.flatMap((layer) =>
    layer.signatures.map(({ hint, signature }) => {
      const key = keys.find((known) => known.verify(layer.hash(), signature.value))
      const tail = Buffer.from(hint.value).toString('hex')
      return key === undefined ? `a key that ends in ${tail}` : names.account(key.publicKey())
    }),
  )
}
