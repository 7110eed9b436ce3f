/** Attacks on people through their email addresses: emails to strangers, accounts in their name, locking them out. */
import { DEMO_ACCOUNTS } from '#prisma/demo-accounts.ts'
import { playAddress } from '../trade/harbour.ts'
import { formWith, openVisitor, type Visitor } from '../trade/http-client.ts'
import { linkInMail, newEmail, register, until } from '../trade/steps.ts'
import { type Attack, openSmallEscrow, PASSWORD, pilotBuyer, whileThingsArrive } from './people.ts'

const LOOPS = 10
/** Invitation, funded, refund requested: what an honest trade sends, and one more. */
const MOST_LETTERS = 4
const WRONG_PASSWORDS = 12

/** A buyer asks for a refund and withdraws it repeatedly: each request emails a stranger. */
export const letters: Attack = async (place) => {
  const stranger = newEmail('seller')
  const buyer = await pilotBuyer(place)
  const { txid, uri } = await openSmallEscrow(buyer, stranger)
  await place.harbour.pay({ from: 'buyer', uri })
  await until({ what: 'the escrow is funded' }, async () => {
    const page = await buyer.visitor.get(`/transaction-lookup?txid=${txid}`)
    return page.forms.some(({ fields }) => fields.some(({ name }) => name === 'refundReason')) ? page : null
  })
  const ask = (fields: Record<string, string>) =>
    buyer.visitor.send(`/transaction-lookup?txid=${txid}`, {
      method: 'POST',
      headers: { Origin: place.origin },
      body: new URLSearchParams({ txid, ...fields }),
    })
  for (let loop = 0; loop < LOOPS; loop++) {
    await ask({
      intent: 'ask_refund',
      refundReason: `Read https://evil.example/${loop}`,
      refundAddress: playAddress('buyer', 'XLM'),
      refundMemo: '',
    })
    await ask({ intent: 'withdraw_refund' })
  }
  await whileThingsArrive()
  const count = (await place.harbour.mails(stranger)).length
  return { isHeld: count <= MOST_LETTERS, seen: `${count} letters reached a stranger after ${LOOPS} loops` }
}

/** An attacker opens a seller's account in somebody else’s name and waits until its owner confirms the address. */
export const preHijack: Attack = async (place) => {
  const victim = newEmail('seller')
  const attacker = await register(place.origin, { role: 'seller', email: victim })
  const buyer = await pilotBuyer(place)
  const { txid } = await openSmallEscrow(buyer, victim)
  const owner = openVisitor(place.origin)
  const link = await linkInMail(place.harbour, { to: victim, page: '/confirm-email' })
  const page = await owner.get(link)
  // The owner presses every confirm button that does not need the attacker's password.
  for (const form of page.forms.filter(({ method, action }) => method === 'post' && action?.includes('confirm'))) {
    await owner.submit(page, form, {})
  }
  const seen = await attacker.visitor.get(`/seller-confirm?txid=${txid}`)
  const isBlessed = !seen.text.includes('Transaction not found.')
  return { isHeld: !isBlessed, seen: isBlessed ? 'the attacker sees the escrow' : 'the attacker sees no escrow' }
}

/** A stranger types wrong passwords for the operator, who then logs in on a known device. */
export const lockOut: Attack = async ({ origin }) => {
  const operator = DEMO_ACCOUNTS.find(({ role }) => role === 'admin')
  if (!operator) throw new Error('There is no demo operator.')
  const own = openVisitor(origin)
  if ((await signIn(own, operator)) === '/admin')
    throw new Error('the operator cannot log in to begin with: wait five minutes after another run')
  const stranger = openVisitor(origin)
  for (let tries = 0; tries < WRONG_PASSWORDS; tries++) await signIn(stranger, { ...operator, password: PASSWORD })
  await own.send('/logout', { method: 'POST', headers: { Origin: origin } })
  const path = await signIn(own, operator)
  return { isHeld: path !== '/admin', seen: `after ${WRONG_PASSWORDS} wrong passwords the operator is on ${path}` }
}

async function signIn(visitor: Visitor, { email, password }: { email: string; password: string }): Promise<string> {
  const page = await visitor.get('/admin')
  if (page.url.pathname !== '/admin') return page.url.pathname
  return (await visitor.submit(page, formWith(page, 'password'), { values: { email, password } })).url.pathname
}
