import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressBlockOf, addressIn, roughPlaceOf } from './client-address.ts'

function addressKey(header: string | null, hops: number): string | null {
  const address = addressIn(header, hops)
  return address === null ? null : addressBlockOf(address)
}

describe('the address that a request is counted under', () => {
  test.each([
    ['203.0.113.7', 1, '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', 1, '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', 1, '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', 1, '2001:db8:1:3::/64'],
    ['::ffff:203.0.113.7', 1, '203.0.113.7'],
    ['203.0.113.7:51312', 1, '203.0.113.7'],
    ['[2001:db8:1:2::9]:51312', 1, '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', 1, '2001:db8:1:2::/64'],
    // What the visitor wrote comes first, what our proxy saw last.
    ['10.0.0.1, 198.51.100.2, 203.0.113.7', 1, '203.0.113.7'],
    ['10.0.0.1, 203.0.113.7, 192.0.2.1', 2, '203.0.113.7'],
    [`${'1.2.3.4, '.repeat(800)}203.0.113.7`, 1, '203.0.113.7'],
    ['203.0.113.7', 2, null],
    ['unknown', 1, null],
    ['203.0.113.7, ', 1, null],
    ['', 1, null],
    [null, 1, null],
  ])('%s with %i of our proxies: %s', (header, hops, key) => {
    expect(addressKey(header, hops)).toBe(key)
  })

  test('is the same for all of a /64, whatever is claimed before it', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
    fc.assert(
      fc.property(fc.array(group, { minLength: 4, maxLength: 4 }), fc.string(), (host, claimed) => {
        expect(addressKey(`${claimed},2001:db8:7:8:${host.join(':')}`, 1)).toBe('2001:db8:7:8::/64')
      }),
    )
  })
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['nowhere', 'unknown'],
])('records tell %s as %s', (address, place) => expect(roughPlaceOf(address)).toBe(place))
