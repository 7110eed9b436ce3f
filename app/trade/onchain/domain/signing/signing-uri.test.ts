import { expect, it } from 'vitest'
import { signingUri } from './signing-uri.ts'

it('a request carries the transaction, whose signature is asked for, and where it goes, percent-encoded', () => {
  const request = { xdr: 'AAAA+/==', signer: 'GSIGNER', passphrase: 'Test net ; 1' }
  const rest = 'network_passphrase=Test%20net%20%3B%201'
  expect(signingUri(request)).toBe(`web+stellar:tx?xdr=AAAA%2B%2F%3D%3D&pubkey=GSIGNER&${rest}`)
  const callback = 'https://quayside.example/signed?of=1'
  expect(signingUri({ ...request, passphrase: null, callback, message: 'a b' })).toBe(
    'web+stellar:tx?xdr=AAAA%2B%2F%3D%3D&pubkey=GSIGNER&callback=url%3Ahttps%3A%2F%2Fquayside.example%2Fsigned%3Fof%3D1&msg=a%20b',
  )
  const long = new URLSearchParams(signingUri({ ...request, message: 'x'.repeat(400) }).split('?')[1])
  expect(long.get('msg')).toHaveLength(300)
})
