/** The people of an attack: just registered, through the public pages. */
import { setTimeout as delay } from 'node:timers/promises'
import { looksLikeEscrowId } from '#app/escrow/domain/escrow-id.ts'
import { type HarbourClient, playAddress } from '../trade/harbour.ts'
import { formWith, openVisitor } from '../trade/http-client.ts'
import { newEmail, type Person, readAsPeopleDo, requestOn } from '../trade/steps.ts'

export type Place = { origin: string; harbour: HarbourClient }

/** What was seen of an attack; `isPayoutPaused`: it was repelled. */
export type Attack = (place: Place) => Promise<{ isHeld: boolean; seen: string }>

export const PASSWORD = 'three boats at low tide'

/** A buyer with the free transaction and an unconfirmed address. */
export async function pilotBuyer({ origin }: Place): Promise<Person> {
  const visitor = openVisitor(origin)
  const email = newEmail('buyer')
  const page = await visitor.get('/register?pilot=freight')
  const values = { name: 'Bea Buyer', email, password: PASSWORD, role: 'buyer', sanctionsConsent: true }
  const form = formWith(page, 'sanctionsConsent')
  await readAsPeopleDo({ visitor }, form)
  await visitor.submit(page, form, { values })
  return { visitor, email }
}

/** Opens an escrow of one XLM; returns its ID and the payment request that funds it. */
export async function openSmallEscrow({ visitor }: Person, sellerEmail: string) {
  const page = await visitor.get('/submit')
  const values = {
    currency: 'XLM',
    amount: '1',
    sellerEmail,
    walletAddress: playAddress('seller', 'XLM'),
    type: 'auto',
  }
  const opened = await visitor.submit(page, formWith(page, 'sellerEmail'), { values })
  const txid = opened.text.split(/\s+/).find(looksLikeEscrowId)
  if (txid === undefined) throw new Error(`No escrow was opened: ${opened.complaints.join(' ')}`)
  return { txid, uri: requestOn(opened).uri }
}

/** Long enough for emails and payments under way to arrive. */
const AFTER_A_WHILE_MS = 4_000
export const whileThingsArrive = () => delay(AFTER_A_WHILE_MS)
