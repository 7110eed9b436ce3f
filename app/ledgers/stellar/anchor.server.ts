/**
 * The port `Anchor` on Stellar: an account of its own, with only XLM for fees, pays itself the least possible amount
 * with 32 bytes as the memo. It touches no other account of ours and no client money.
 */
import { Account, Asset, Keypair, Memo, Operation, TransactionBuilder } from '@stellar/stellar-sdk/base'
import { type Anchor, type Anchored, LedgerUnavailable } from '../ledger.ts'
import { accountAnswer, rootAnswer, submissionAnswer, transactionPagesAnswer } from './answers.ts'
import { type HorizonSettings, openHorizons } from './horizon/horizons.server.ts'

/** The highest bid, in stroops; only the clearing price is charged. */
const MOST_FEE = '100000'
const LEAST_AMOUNT = '0.0000001'
const VALID_SECONDS = 300
const PAGE = 200
/** One anchor a day: more than a hundred years. Transactions of others to the account count, too. */
const MOST_PAGES = 200

/** Without a seed it is read-only. */
export function openStellarAnchor(of: HorizonSettings & { account: string; seed?: string | undefined }): Anchor {
  const { account, seed, passphrase } = of
  const horizons = openHorizons(of)

  async function* walk(): AsyncGenerator<Anchored> {
    let cursor = ''
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const path = `/accounts/${account}/transactions?order=desc&limit=${PAGE}${cursor}`
      const answer = await horizons.use((one) => one.get(path, transactionPagesAnswer))
      const records = answer?.body._embedded.records ?? []
      for (const { source_account: source, memo_type: type, memo, created_at: at, hash } of records) {
        // Transactions of others prove nothing.
        if (source !== account || type !== 'hash' || memo == null) continue
        yield { head: Buffer.from(memo, 'base64').toString('hex'), at: new Date(at), hash }
      }
      const last = records.at(-1)
      if (records.length < PAGE || last === undefined) return
      cursor = `&cursor=${last.paging_token}`
    }
  }

  return {
    account,
    async newest() {
      for await (const anchored of walk()) return anchored
      return null
    },
    async all() {
      const found: Anchored[] = []
      for await (const anchored of walk()) found.push(anchored)
      return found
    },
    async sign(head) {
      if (seed === undefined) throw new Error('without its seed nothing is anchored')
      return horizons.use(async (one) => {
        const known = await one.get(`/accounts/${account}`, accountAnswer)
        if (known === null)
          throw new LedgerUnavailable('stellar', `the account of the anchor, ${account}, does not exist`)
        const { history_latest_ledger_closed_at: closedAt } = await one.read('/', rootAnswer)
        const maxTime = Math.floor(Date.parse(closedAt) / 1000) + VALID_SECONDS
        const transaction = new TransactionBuilder(new Account(account, known.body.sequence), {
          fee: MOST_FEE,
          networkPassphrase: passphrase,
          timebounds: { minTime: '0', maxTime: String(maxTime) },
        })
          .addMemo(Memo.hash(head))
          .addOperation(Operation.payment({ destination: account, asset: Asset.native(), amount: LEAST_AMOUNT }))
          .build()
        transaction.sign(Keypair.fromSecret(seed))
        const blob = transaction.toEnvelope().toXdr('base64')
        return { hash: Buffer.from(transaction.hash()).toString('hex'), blob }
      })
    },
    async submit({ blob }) {
      const { status, body } = await horizons.use((one) => one.post('/transactions_async', { tx: blob }))
      const answer = submissionAnswer.safeParse(body)
      return answer.success ? answer.data.tx_status : `HTTP ${status}`
    },
    async close() {
      for (const one of horizons.all) one.close()
    },
  }
}
