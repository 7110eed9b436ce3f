import { describe, expect, test } from 'vitest'
import { domainOf, findMailDomain } from './mail-domain.ts'

const RECORDS: Record<string, string[][]> = {
  'send.post.quayside.io': [['v=spf1 include:amazonses.com ~all']],
  'resend._domainkey.post.quayside.io': [['p=MIGfMA0GCSq', 'GSIb3DQEBAQ']],
  '_dmarc.quayside.io': [['v=DMARC1; p=none;']],
}

function dns(records: Record<string, string[][]>) {
  return async (name: string) => {
    const found = records[name]
    if (!found) throw Object.assign(new Error(`queryTxt ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
    return found
  }
}

const look = async (
  records: Record<string, string[][]>,
  from = 'Quayside <no-reply@post.quayside.io>',
  isReal = true,
) => (await findMailDomain({ from, isReal }, dns(records))).map(({ verdict, says }) => `${verdict} ${says}`)

describe('the domain of letters', () => {
  test('is well with the three records, DMARC also at the domain above', async () => {
    expect(await look(RECORDS)).toEqual(['ok SPF is there.', 'ok DKIM is there.', 'ok DMARC is there.'])
  })

  test.each([
    ['send.post.quayside.io', 'SPF'],
    ['resend._domainkey.post.quayside.io', 'DKIM'],
    ['_dmarc.quayside.io', 'DMARC'],
  ])('without %s lacks %s', async (name, what) => {
    const { [name]: _, ...others } = RECORDS
    const mends = (await look(others)).filter((line) => line.startsWith('mend'))
    expect(mends).toEqual([expect.stringContaining(`${what} is missing`)])
  })

  test('has records of another kind, which are none', async () => {
    const others = { ...RECORDS, 'resend._domainkey.post.quayside.io': [['p=']], '_dmarc.quayside.io': [['hello']] }
    expect((await look(others)).filter((line) => line.startsWith('mend'))).toHaveLength(2)
  })

  test('that is an example is to be mended where money is real, and else a note', async () => {
    const from = 'Quayside <no-reply@quayside.example>'
    expect(await look({}, from)).toEqual([expect.stringMatching(/^mend .*nobody’s domain/)])
    expect(await look({}, from, false)).toEqual([expect.stringMatching(/^note /)])
    expect(await look({}, 'Quayside')).toEqual([expect.stringMatching(/^mend .*no mailbox/)])
  })

  test('of which DNS says nothing is a note', async () => {
    const silent = () => Promise.reject(Object.assign(new Error('queryTxt ETIMEOUT'), { code: 'ETIMEOUT' }))
    const found = await findMailDomain({ from: 'a@quayside.io', isReal: true }, silent)
    expect(found).toMatchObject([{ verdict: 'note' }])
  })
})

test.each([
  ['Quayside <no-reply@Quayside.io>', 'quayside.io'],
  ['no-reply@quayside.io', 'quayside.io'],
  ['"a@b" <no-reply@quayside.io> ', 'quayside.io'],
  ['Quayside', ''],
])('%s is of “%s”', (from, domain) => expect(domainOf(from)).toBe(domain))
