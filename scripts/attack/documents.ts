/** A seller fills the document store and makes the escrow so large that nobody can decide about it. */
import { playAddress } from '../trade/harbour.ts'
import { formWith } from '../trade/http-client.ts'
import { shippingDocuments } from '../trade/papers.ts'
import { confirmEmail, newEmail, readAsPeopleDo, register } from '../trade/steps.ts'
import { type Attack, openSmallEscrow, pilotBuyer } from './people.ts'

const CONFIRMATIONS = 21
const IMAGES = 10
const MOST_IMAGES = 10

/** One captcha answer, many confirmations, ten images in each. */
export const documents: Attack = async (place) => {
  const email = newEmail('seller')
  const buyer = await pilotBuyer(place)
  const { txid } = await openSmallEscrow(buyer, email)
  const seller = await register(place.origin, { role: 'seller', email })
  await confirmEmail(seller, place.harbour)
  const page = await seller.visitor.get(`/seller-confirm?txid=${txid}`)
  const form = formWith(page, 'walletAddress')
  const issued = form.fields.find(({ name }) => name === 'issued')?.value ?? ''
  await readAsPeopleDo(seller, form)
  for (let sent = 0; sent < CONFIRMATIONS; sent++) {
    const body = new FormData()
    const wallet = playAddress(sent % 2 === 0 ? 'seller' : 'second-buyer', 'XLM')
    const fields = { transactionId: txid, walletAddress: wallet, walletMemo: '', acceptsContract: 'on', captcha: 'on' }
    for (const [name, value] of Object.entries({ ...fields, website: '', issued, formToken: crypto.randomUUID() })) {
      body.append(name, value)
    }
    const { ShipmentImage: image } = shippingDocuments()
    for (let i = 0; i < IMAGES && image; i++) body.append('ShipmentImage', image, `${sent}-${i}.png`)
    const answer = await seller.visitor.send('/seller-confirm', {
      method: 'POST',
      headers: { Origin: place.origin },
      body,
    })
    await answer.arrayBuffer()
  }
  const lookup = await buyer.visitor.get(`/transaction-lookup?txid=${txid}`)
  const stored = new Set(lookup.links.flatMap(({ href }) => /\/documents\/[^/?]+/.exec(href)?.[0] ?? [])).size
  const decided = await buyer.visitor.submit(lookup, formWith(lookup, 'approval'), {
    values: { approval: 'Rejected', reason: 'Too many pictures' },
    press: 'review',
  })
  const isDecided = decided.text.includes('Approval status updated successfully.')
  return {
    isHeld: stored > 0 && stored <= MOST_IMAGES && isDecided,
    seen: `${stored} images stored of ${CONFIRMATIONS * IMAGES}; the buyer ${isDecided ? 'can' : 'cannot'} decide`,
  }
}
